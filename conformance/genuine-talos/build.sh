#!/bin/bash
# build.sh [--without-kubernetes]: builds everything that a machine runs, from package registries by their ordinary
# clients; what is there already is kept. Without Kubernetes only etcd comes up, which takes a quarter of the time.
set -euo pipefail
. "$(dirname "$0")/env.sh"
mkdir -p "$LAB/bin/cni" "$LAB/deb"
cp -r "$HERE/src" "$LAB/"
SRC=$LAB/src
export CGO_ENABLED=0 GOWORK=off GOFLAGS="-mod=mod -buildvcs=false"
export GOCACHE=${GOCACHE:-$LAB/go-build} # large, and of no use afterwards
MODULES=$(go env GOMODCACHE)
STRIP='-s -w'

# build FOLDER LDFLAGS OUTPUT PACKAGE…
build() {
  local folder=$1 flags=$2 output=$3 started=$SECONDS
  shift 3
  (cd "$SRC/$folder" && go build -trimpath -ldflags "$flags" -o "$output" "$@")
  echo "built $output in $((SECONDS - started)) s"
}

# unpack MODULE@VERSION FOLDER: a writable copy of a module's source, checked against the go.sum in the working folder
unpack() {
  local scratch
  scratch=$(mktemp -d)
  printf 'module unpack.invalid\n' >"$scratch/go.mod"
  [ ! -f go.sum ] || cp go.sum "$scratch/"
  (cd "$scratch" && go mod download "$1")
  cp -r "$MODULES/$1" "$2"
  chmod -R u+w "$2"
  rm -rf "$scratch"
}

cd "$SRC/talos"
if ! cmp -s patch.sh talos-copy/.patch.sh; then # what an older patch made is of no use
  rm -rf talos-copy talos-copy.partial "$LAB/bin/machined"
  unpack "github.com/siderolabs/talos@$TALOS_VERSION" talos-copy.partial
  ./patch.sh talos-copy.partial
  cp patch.sh talos-copy.partial/.patch.sh
  mv talos-copy.partial talos-copy
fi
for program in internal/app/machined cmd/talosctl; do
  [ -e "$LAB/bin/${program##*/}" ] || build talos "$STRIP" "$LAB/bin/${program##*/}" "github.com/siderolabs/talos/$program"
done

# The part of Talos that looks for a machine's settings, as a program: only code within Talos may use it.
if ! cmp -s "$SRC/nocloud/main.go" talos-copy/internal/talmox/main.go; then
  mkdir -p talos-copy/internal/talmox
  cp "$SRC/nocloud/main.go" talos-copy/internal/talmox/
  rm -f "$LAB/bin/nocloud"
fi
[ -e "$LAB/bin/nocloud" ] || build talos "$STRIP" "$LAB/bin/nocloud" github.com/siderolabs/talos/internal/talmox

cd "$SRC/discovery"
if [ ! -d copy ]; then
  unpack github.com/siderolabs/discovery-service@v1.0.7 copy.partial
  # Its generics library has renamed a method since.
  sed -i 's/clusters\.Enumerate(/clusters.Range(/' copy.partial/internal/state/*.go
  mv copy.partial copy
fi
[ -e "$LAB/bin/discovery-service" ] ||
  build discovery "$STRIP" "$LAB/bin/discovery-service" github.com/siderolabs/discovery-service/cmd/discovery-service

[ -e "$LAB/bin/etcd" ] || build etcd "$STRIP" "$LAB/bin/etcd" go.etcd.io/etcd/server/v3

CONTAINERD=github.com/containerd/containerd/v2
[ -e "$LAB/bin/containerd" ] ||
  build containerd "$STRIP -X $CONTAINERD/version.Version=2.1.5" "$LAB/bin/" \
    "$CONTAINERD/cmd/containerd" "$CONTAINERD/cmd/containerd-shim-runc-v2"

PLUGINS=github.com/containernetworking/plugins/plugins
[ -e "$LAB/bin/cni/bridge" ] ||
  build cni "$STRIP" "$LAB/bin/cni/" "$PLUGINS/main/bridge" "$PLUGINS/ipam/host-local" "$PLUGINS/main/loopback"

for program in runcwrap pause; do
  [ -e "$LAB/bin/$program" ] || build tools "$STRIP" "$LAB/bin/$program" "./$program"
done

if [ "${1:-}" != --without-kubernetes ]; then
  VERSION=k8s.io/component-base/version
  MINOR=$(echo "$K8S_VERSION" | cut -d. -f2)
  FLAGS="$STRIP -X $VERSION.gitVersion=v$K8S_VERSION -X $VERSION.gitMajor=1 -X $VERSION.gitMinor=$MINOR -X $VERSION.gitTreeState=clean"
  for program in kubelet kube-apiserver kube-controller-manager kube-scheduler kubectl; do
    [ -e "$LAB/bin/$program" ] || build kubelet "$FLAGS" "$LAB/bin/$program" "k8s.io/kubernetes/cmd/$program"
  done
fi

cd "$LAB/deb"
if [ ! -x runc/usr/sbin/runc ] || [ ! -x busybox/bin/busybox ]; then
  apt-get download runc busybox-static
  dpkg -x runc_*.deb runc
  dpkg -x busybox-static_*.deb busybox
fi
if [ ! -x "$LAB/bin/isoinfo" ]; then
  apt-get download genisoimage
  dpkg -x genisoimage_*.deb genisoimage
  cp genisoimage/usr/bin/isoinfo "$LAB/bin/"
fi

"$HERE/images.sh"
