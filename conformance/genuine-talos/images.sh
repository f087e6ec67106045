#!/bin/bash
# images.sh: makes the images that Talos asks for out of the static programs in ${BIN:-$LAB/bin}, tagged $K8S_VERSION.
# Run again with another BIN and K8S_VERSION it adds a version, for upgrades of Kubernetes.
set -euo pipefail
. "$(dirname "$0")/env.sh"
BIN=${BIN:-$LAB/bin}
STAGE=$LAB/stage
rm -rf "$STAGE"

# image REPOSITORY:TAG PROGRAM PATH: an image with one program in it, on top of what is staged for it
image() {
  local root=$STAGE/$2
  mkdir -p "$root/$(dirname "$3")" "$root/etc" "$root/tmp"
  echo 'root:x:0:0::/root:/bin/sh' >"$root/etc/passwd"
  echo 'root:x:0:' >"$root/etc/group"
  cp -L "$BIN/$2" "$root/$3"
  node "$HERE/oci.mjs" "$LAB/oci" "$1" "$root" "/$3"
  rm -rf "$root"
}

[ ! -x "$BIN/etcd" ] || image "etcd:$ETCD_TAG" etcd usr/local/bin/etcd
[ ! -x "$BIN/pause" ] || image "pause:$PAUSE_TAG" pause pause
for component in kube-apiserver kube-controller-manager kube-scheduler; do
  [ ! -x "$BIN/$component" ] || image "$component:v$K8S_VERSION" "$component" "usr/local/bin/$component"
done
if [ -x "$BIN/kubelet" ]; then
  # The kubelet calls mount and umount.
  root=$STAGE/kubelet
  mkdir -p "$root"/{bin,sbin,run,var/lib,var/log,usr/bin,usr/sbin}
  ln -s /run "$root/var/run"
  cp -L "$LAB/deb/busybox/bin/busybox" "$root/bin/busybox"
  for applet in mount umount sh ls cat nsenter; do ln -s busybox "$root/bin/$applet"; done
  image "siderolabs/kubelet:v$K8S_VERSION" kubelet usr/local/bin/kubelet
fi
