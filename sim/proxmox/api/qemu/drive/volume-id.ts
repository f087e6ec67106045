/** The storage and name of a volume identifier; undefined for a path or another text. */
export function splitVolumeId(volid: string): { readonly storage: string; readonly name: string } | undefined {
  const [, storage, name] = /^([A-Za-z][A-Za-z0-9\-_.]*[A-Za-z0-9]):(.+)$/.exec(volid) ?? []
  return storage === undefined || name === undefined ? undefined : { storage, name }
}

/** The storage and gigabytes of a disk that is to be made, such as `local:32`; the storage may be left out. */
export function newDisk(file: string): { readonly storage?: string; readonly gigabytes: number } | undefined {
  const [, , storage, size] = /^(([^/:\s]+):)?(\d+(?:\.\d+)?)$/.exec(file) ?? []
  if (size === undefined) return undefined
  return { ...(storage === undefined ? {} : { storage }), gigabytes: Number(size) }
}

/** Whether a drive asks for a new cloud-init drive. */
export const isNewCloudInit = (file: string): boolean => splitVolumeId(file)?.name === 'cloudinit'
