import type { Hardware } from '../../guest/guest.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** How the kernel names the disk behind a drive: `sda`, `vda`, or `sr0` for a CD. */
export function deviceName({ disks }: Hardware, drive: string): string {
  const index = (same: (key: string, isCdrom: boolean) => boolean): number =>
    disks.filter(({ key, isCdrom }) => same(key, isCdrom)).findIndex(({ key }) => key === drive)
  if (disks.find(({ key }) => key === drive)?.isCdrom === true) return `sr${index((_, isCdrom) => isCdrom)}`
  const isVirtio = drive.startsWith('virtio')
  const at = index((key, isCdrom) => !isCdrom && key.startsWith('virtio') === isVirtio)
  return `${isVirtio ? 'vd' : 'sd'}${LETTERS[at] ?? 'z'}`
}
