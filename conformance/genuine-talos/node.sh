#!/bin/bash
# Lays out the root file system of a machine and becomes its init, the genuine machined in container mode.
# Runs inside fresh mount, pid, uts, ipc and cgroup namespaces and the machine's network namespace.
# From outside: LAB, TALOS_VERSION, NAME, R (where the root is mounted), DISK (a folder that plays the disk), DNS, PODCIDR.
set -euo pipefail
BIN=$LAB/bin
RUNC=$LAB/deb/runc/usr/sbin/runc
HACK=$LAB/src/talos/talos-copy/hack

# bind FILE PLACE: shows a file at a place instead of copying it, so that programs cost no memory per machine
bind() {
  touch "$2"
  mount --bind "$(readlink -f "$1")" "$2"
}

mount --make-rprivate /
mkdir -p "$R" "$DISK"/{var,state}
mount -t tmpfs -o size=64m,mode=755 tmpfs "$R"
cd "$R"
hostname "$NAME"
mkdir -p bin sbin lib lib64 proc sys dev run tmp var opt root system/{state,libexec} \
  etc/{ssl/certs,cri/conf.d/hosts,kubernetes/manifests,cni,containerd} \
  usr/{etc,bin,sbin,lib/modules,local/bin,local/lib/kubelet/credentialproviders,share/spdx} \
  usr/libexec/{apid,trustd,kubernetes}

# Programs: one binary is machined, apid and trustd.
for place in sbin/init usr/libexec/apid/apid usr/libexec/trustd/trustd; do bind "$BIN/machined" $place; done
bind "$BIN/containerd" bin/containerd
bind "$BIN/containerd-shim-runc-v2" bin/containerd-shim-runc-v2
bind "$BIN/runcwrap" bin/runc
bind "$RUNC" bin/runc.real
for program in containerd containerd-shim-runc-v2 runc; do
  for folder in usr/bin sbin usr/sbin; do ln -s "/bin/$program" "$folder/$program"; done
done
for library in $(ldd "$RUNC" | grep -oE '/[^ ]+\.so[^ ]*' | sort -u); do
  mkdir -p ".$(dirname "$library")"
  cp -L "$library" ".$library"
done

# Files that are part of the real image, many of them only to be mounted over.
touch etc/ssl/certs/ca-certificates{.crt,} etc/cri/conf.d/{base-spec.json,cri.toml,01-registries.part,20-customization.part} \
  etc/{machine-id,extensions.yaml,nfsmount.conf,hosts} usr/etc/in-container
[ ! -f "$HACK/cri-plugin.part" ] || cp "$HACK/cri-plugin.part" etc/cri/conf.d/00-base.part
cp "$HACK/cri-containerd.toml" etc/cri/containerd.toml
cp "$HACK/containerd.toml" etc/containerd/config.toml
echo "$NAME" >etc/hostname
echo "nameserver $DNS" >etc/resolv.conf
echo 'NAME="Talos"' >etc/os-release

# Kernel file systems. Clients tell one boot from another by the boot id, so every boot gets its own.
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 none sys/fs/cgroup
cat /proc/sys/kernel/random/uuid >.boot_id
mount --bind .boot_id proc/sys/kernel/random/boot_id

# Devices; the kubelet insists on opening the kernel log, which is a null device here.
mount -t tmpfs tmpfs dev
for device in null:3 zero:5 full:7 random:8 urandom:9 kmsg:3; do mknod -m 666 "dev/${device%:*}" c 1 "${device#*:}"; done
mknod -m 666 dev/tty c 5 0
mkdir dev/shm dev/pts
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd

for folder in run system tmp etc/cni etc/kubernetes usr/libexec/kubernetes opt; do mount -t tmpfs tmpfs $folder; done
mkdir -p system/state etc/kubernetes/manifests opt/cni/bin etc/cni/net.d
for plugin in "$BIN"/cni/*; do bind "$plugin" "opt/cni/bin/${plugin##*/}"; done
cat >etc/cni/net.d/10-lab.conflist <<JSON
{ "cniVersion": "1.0.0", "name": "lab", "plugins": [{ "type": "bridge", "bridge": "cni0", "isGateway": true,
  "ipam": { "type": "host-local", "ranges": [[{ "subnet": "$PODCIDR" }]], "routes": [{ "dst": "0.0.0.0/0" }] } }] }
JSON
mount --bind "$DISK/var" var
mount --bind "$DISK/state" system/state
mount --make-rshared "$R"
export PLATFORM=container TALOSSKU=lab PATH=/sbin:/bin
exec chroot "$R" /sbin/init
