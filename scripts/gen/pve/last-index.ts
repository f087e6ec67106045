/** Last index of each indexed key; the schema only says that it is indexed. */
const lastIndexes: Readonly<Record<string, number>> = {
  'acmedomain[n]': 5,
  'dev[n]': 255,
  'hostpci[n]': 15,
  'ide[n]': 3,
  'ipconfig[n]': 31,
  'link[n]': 7,
  'mp[n]': 255,
  'net[n]': 31,
  'numa[n]': 7,
  'parallel[n]': 2,
  'sata[n]': 5,
  'scsi[n]': 30,
  'serial[n]': 3,
  'unused[n]': 255,
  'usb[n]': 13,
  'virtio[n]': 15,
  'virtiofs[n]': 9,
}

/** Last index of an indexed key; undefined for a key without index. */
export function lastIndexOf(key: string): number | undefined {
  if (!key.endsWith('[n]')) return undefined
  const last = lastIndexes[key]
  if (last === undefined) throw new Error(`the last index of ${key} is not known`)
  return last
}
