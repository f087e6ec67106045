/** The file that a machine's CD is in. */
export const cidataFile = (uuid: string): string => `talmox-cidata-${uuid}.iso`

/** Whether a file is the CD of a machine; it may hold secrets. */
export const isCidataFile = (file: string): boolean => /^talmox-cidata-[0-9a-f-]{36}\.iso$/.test(file)

/** The drive that the CD of a machine is in, and the storage that it is on. */
export function cidataDrive(
  keys: Readonly<Record<string, string>>,
  uuid: string,
): { readonly key: string; readonly storage: string } | undefined {
  const suffix = `:iso/${cidataFile(uuid)}`
  for (const [key, text] of Object.entries(keys)) {
    const [volume = ''] = text.split(',')
    if (volume.endsWith(suffix)) return { key, storage: volume.slice(0, -suffix.length) }
  }
  return undefined
}
