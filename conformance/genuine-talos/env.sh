# Shared settings, to be sourced; every value can be set from outside.
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export TALOS_VERSION=v1.12.6 ETCD_TAG=v3.6.8 PAUSE_TAG=3.10
export K8S_VERSION=${K8S_VERSION:-1.35.4}
export LAB=${LAB:-${XDG_CACHE_HOME:-$HOME/.cache}/talmox/genuine-talos-$TALOS_VERSION} # what is built, and what runs
export NET=${NET:-tlab}          # network namespace of the bridge; clients run here
export SUBNET=${SUBNET:-10.55.0} # a /24 outside the pod and service subnets: .1 is the outside, .11 .12 … are machines
export RUN=${RUN:-$LAB/run}    # disks, logs and configs of the machines
export TALOSCTL=$LAB/bin/talosctl TALOSCONFIG=$RUN/talosconfig
unset HTTPS_PROXY HTTP_PROXY https_proxy http_proxy ALL_PROXY

# Where the second cgroup hierarchy is mounted; machines get a group of their own in it.
CG2=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)

# Runs a command where the machines are reachable.
outside() { ip netns exec "$NET" "$@"; }

# Prints the host's process id of machine I's init; /proc/ID/root is its file system.
machine_init() {
  local parent child
  parent=$(cat "$RUN/node$1.pid")
  read -r child _ <"/proc/$parent/task/$parent/children"
  read -r parent _ <"/proc/$child/task/$child/children"
  echo "$parent"
}
