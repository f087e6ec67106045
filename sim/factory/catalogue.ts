/** The newest patch release of each minor version of Talos 1. */
const PATCHES: Readonly<Record<number, number>> = { 9: 6, 10: 9, 11: 6, 12: 11, 13: 9, 14: 1 }

/** Pre-releases that are still served. */
const PRE_RELEASES = ['v1.12.0-rc.0', 'v1.12.0-rc.1', 'v1.13.0-rc.0', 'v1.14.0-rc.1']

/** Official extensions, by the first minor version that has them. */
const EXTENSIONS: Readonly<Record<number, string>> = {
  9: `amd-ucode amdgpu binfmt-misc bnx2-bnx2x btrfs chelsio-drivers chelsio-firmware cloudflared crun drbd dvb-cx23885
      ecr-credential-provider fuse3 gasket-driver glibc gvisor gvisor-debug hello-world-service i915 intel-ice-firmware
      intel-ucode iscsi-tools kata-containers lldpd mdadm mei metal-agent nonfree-kmod-nvidia-lts
      nonfree-kmod-nvidia-production nut-client nvidia-container-toolkit-lts nvidia-container-toolkit-production
      nvidia-fabricmanager-lts nvidia-fabricmanager-production nvidia-open-gpu-kernel-modules-lts
      nvidia-open-gpu-kernel-modules-production qemu-guest-agent qlogic-firmware realtek-firmware spin
      stargz-snapshotter tailscale thunderbolt uinput usb-modem-drivers util-linux-tools v4l-uvc-drivers
      vmtoolsd-guest-agent wasmedge xen-guest-agent zfs`,
  10: 'amazon-ena ctr nebula nfsd nvme-cli panfrost revpi-firmware vc4 xdma-driver youki zerotier',
  11: 'dvb-m88ds3103 hailort newt nfsrahead tenstorrent',
  12: `bird2 gpio-pinctrl mellanox-mstflint multipath-tools netbird nfs-utils nvidia-gdrdrv-device soci-snapshotter
       trident-iscsi-tools usb-audio-drivers xe`,
  13: 'intel-npu joydev px-fuse rockchip-rknn uhid',
  14: 'harbor-credential-provider hyperv-guest-agent kata-containers-snp',
}

/** Overlays for boards, by the image that has them and the first minor version. */
const OVERLAYS: readonly (readonly [image: string, since: number, names: string])[] = [
  ['siderolabs/sbc-allwinner', 9, 'bananapi_m64 libretech_all_h3_cc_h5 pine64'],
  ['siderolabs/sbc-jetson', 9, 'jetson_nano'],
  ['siderolabs/sbc-raspberrypi', 9, 'rpi_generic'],
  ['siderolabs/sbc-raspberrypi', 10, 'revpi_generic'],
  ['siderolabs/sbc-raspberrypi', 12, 'rpi_5'],
  [
    'siderolabs/sbc-rockchip',
    9,
    `helios64 nanopi-r4s nanopi-r5s orangepi-5 orangepi-r1-plus-lts rock4cplus rock4se rock5b rock64 rockpi4 rockpi4c
     turingrk1`,
  ],
  ['siderolabs/sbc-rockchip', 10, 'orangepi-5-plus rock5a rockpro64'],
  [
    'siderolabs/sbc-rockchip',
    12,
    'friendlyelec-cm3588-nas odroid-m1 orangepi-5-max radxa-zero-3e rock3b rock5b-plus rock5t',
  ],
]

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const minorOf = (version: string): number => Number(/^v1\.(\d+)\./.exec(version)?.[1])

/** Every version that a factory makes images of. */
export function knownVersions(): readonly string[] {
  const releases = Object.entries(PATCHES).flatMap(([minor, newest]) =>
    Array.from({ length: newest + 1 }, (_, patch) => `v1.${minor}.${patch}`),
  )
  return [...releases, ...PRE_RELEASES]
}

/** Full names of the official extensions of a version, in the order of the alphabet. */
export function extensionsOf(version: string): readonly string[] {
  return Object.entries(EXTENSIONS)
    .filter(([since]) => Number(since) <= minorOf(version))
    .flatMap(([, names]) => words(names))
    .map((name) => `siderolabs/${name}`)
    .sort()
}

/** The overlays of a version. */
export function overlaysOf(version: string): readonly { readonly name: string; readonly image: string }[] {
  return OVERLAYS.filter(([, since]) => since <= minorOf(version)).flatMap(([image, , names]) =>
    words(names).map((name) => ({ name, image })),
  )
}
