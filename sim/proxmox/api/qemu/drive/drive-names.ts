const count = (stem: string, number: number): readonly string[] =>
  Array.from({ length: number }, (_, index) => `${stem}${index}`)

/** Every key that can hold a drive, in the order in which the first disk is looked for. */
export const driveNames: readonly string[] = [
  ...count('ide', 4),
  ...count('scsi', 31),
  ...count('virtio', 16),
  ...count('sata', 6),
  'efidisk0',
  'tpmstate0',
]

const known = new Set(driveNames)

/** Whether a key holds a drive. */
export const isDriveName = (key: string): boolean => known.has(key)

/** Whether a key remembers a volume that nothing uses. */
export const isUnusedName = (key: string): boolean => /^unused\d+$/.test(key)

/** Drives whose device the guest can boot from. */
export const isBootable = (key: string): boolean => isDriveName(key) && key !== 'efidisk0' && key !== 'tpmstate0'
