#!/bin/bash
# up.sh N [--maintenance|--bootstrap]: starts what machines live in and N of them, and makes configs for them.
# --maintenance stops there; otherwise the configs are applied; --bootstrap waits for a whole cluster.
set -euo pipefail
. "$(dirname "$0")/env.sh"
COUNT=${1:-3}
GOAL=${2:-}
"$HERE/surroundings.sh"
cd "$RUN"

# The kubelet must not want control groups that this machine does not have; there are no images for network add-ons.
cat >patch.yaml <<YAML
machine:
  registries:
    mirrors:
      '*': { endpoints: ['http://$SUBNET.1:5000'] }
  kubelet:
    extraConfig: { cgroupsPerQOS: false, enforceNodeAllocatable: [none] }
cluster:
  allowSchedulingOnControlPlanes: true
  discovery: { registries: { service: { endpoint: 'http://$SUBNET.1:3000' } } }
  network: { cni: { name: none } }
  proxy: { disabled: true }
  coreDNS: { disabled: true }
YAML
[ -f secrets.yaml ] || "$TALOSCTL" gen secrets -o secrets.yaml
"$TALOSCTL" gen config lab "https://$SUBNET.11:6443" --with-secrets secrets.yaml --with-docs=false --with-examples=false \
  --talos-version "${CONTRACT:-v1.12}" --kubernetes-version "$K8S_VERSION" --install-disk '' --install-image '' \
  --config-patch @patch.yaml -o . --force >gen.log 2>&1
ADDRESSES=()
for i in $(seq "$COUNT"); do ADDRESSES+=("$SUBNET.1$i"); done
"$TALOSCTL" config endpoint "${ADDRESSES[@]}"
"$TALOSCTL" config node "$SUBNET.11"

in_maintenance() { outside timeout 3 "$TALOSCTL" get machinestatus --insecure -n "$1" >/dev/null 2>&1; }
is_configured() { outside timeout 3 "$TALOSCTL" version -e "$1" -n "$1" >/dev/null 2>&1; }

for i in $(seq "$COUNT"); do "$HERE/node-up.sh" "$i"; done
for address in "${ADDRESSES[@]}"; do # an empty disk ends in maintenance mode, a kept one boots its config
  until in_maintenance "$address" || is_configured "$address"; do sleep 0.2; done
  echo "$address answers after $SECONDS s"
done
[ "$GOAL" != --maintenance ] || exit 0

for address in "${ADDRESSES[@]}"; do
  is_configured "$address" || outside "$TALOSCTL" apply-config --insecure -n "$address" -f controlplane.yaml
done
for address in "${ADDRESSES[@]}"; do
  until is_configured "$address"; do sleep 0.2; done
  echo "$address is configured after $SECONDS s"
done
[ "$GOAL" = --bootstrap ] || exit 0

until outside "$TALOSCTL" bootstrap -n "$SUBNET.11" 2>bootstrap.err || grep -q AlreadyExists bootstrap.err; do sleep 0.5; done
voters() { outside timeout 5 "$TALOSCTL" etcd members -n "$SUBNET.11" 2>/dev/null | grep -c false || true; }
until [ "$(voters)" = "$COUNT" ]; do sleep 1; done
echo "etcd has $COUNT voters after $SECONDS s"
[ -x "$LAB/bin/kubelet" ] || exit 0
outside "$TALOSCTL" kubeconfig --force "$RUN/kubeconfig" -n "$SUBNET.11"
ready() {
  outside timeout 5 "$LAB/bin/kubectl" --kubeconfig "$RUN/kubeconfig" get nodes --no-headers 2>/dev/null | grep -cw Ready || true
}
until [ "$(ready)" = "$COUNT" ]; do sleep 1; done
echo "Kubernetes has $COUNT ready nodes after $SECONDS s"
