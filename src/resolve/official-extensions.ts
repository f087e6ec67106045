/**
 * The official extensions of the Talos releases that talmox knows, with the old names that the image factory still
 * takes. Kept as one text, since most files need none of it.
 */
const text = `
amazon-ena amd-ucode amdgpu amdgpu-firmware binfmt-misc bird2 bnx2-bnx2x btrfs cachefilesd chelsio-drivers
chelsio-firmware cloudflared crun ctr drbd dvb-cx23885 dvb-m88ds3103 dvb-pt3 ecr-credential-provider fuse3 gasket
gasket-driver glibc gpio-pinctrl gvisor gvisor-debug hailort harbor-credential-provider hello-world-service
hyperv-guest-agent i915 i915-ucode intel-hd-audio intel-ice-firmware intel-npu intel-ucode iscsi-tools joydev
kata-containers kata-containers-nvidia-gpu-snp kata-containers-snp libvirtd lldpd mdadm mei mellanox-mstflint
metal-agent multipath-tools nebula netbird newt nfs-server nfs-utils nfsd nfsrahead nonfree-kmod-nvidia
nonfree-kmod-nvidia-lts nonfree-kmod-nvidia-production nut-client nvidia-container-toolkit
nvidia-container-toolkit-lts nvidia-container-toolkit-production nvidia-fabric-manager-lts
nvidia-fabric-manager-production nvidia-fabricmanager nvidia-fabricmanager-lts nvidia-fabricmanager-production
nvidia-gdrdrv-device nvidia-open-gpu-kernel-modules nvidia-open-gpu-kernel-modules-lts
nvidia-open-gpu-kernel-modules-production nvme-cli panfrost px-fuse qemu-guest-agent qlogic-firmware realtek-firmware
revpi-firmware rockchip-rknn soci-snapshotter spin stargz-snapshotter tailscale talos-vmtoolsd tenstorrent thunderbolt
trident-iscsi-tools uhid uinput urunc usb-audio-drivers usb-modem usb-modem-drivers util-linux-tools v4l-uvc
v4l-uvc-drivers vc4 vmtoolsd-guest-agent wasmedge xdma-driver xe xe-guest-utilities xen-guest-agent youki zerotier zfs
`

/** The official extensions, by their names without the owner. */
export function officialExtensions(): string[] {
  return text.trim().split(/\s+/)
}
