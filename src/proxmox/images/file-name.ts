/** What the name of an image file on a storage tells. */
export interface ImageName {
  /** Such as `v1.13.9`. */
  readonly version: string
  readonly arch: 'amd64' | 'arm64'
  readonly secureBoot: boolean
  /** The id of the schematic, or what stands of it in a name. */
  readonly schematic: string
  readonly extension: 'qcow2' | 'iso'
}

// Enough of the id to tell any two schematics apart, short enough to be read.
const ID_DIGITS = 16

const NAME =
  /^talos-(?<version>v\d+\.\d+\.\d+[\w.-]*?)-(?<arch>amd64|arm64)(?<secureBoot>-secureboot)?-(?<schematic>[0-9a-f]{16})\.(?<extension>qcow2|iso)$/

/** The name of the file that holds an image: it says all that decides what is in it. */
export function printImageName({ version, arch, secureBoot, schematic, extension }: ImageName): string {
  const boot = secureBoot ? '-secureboot' : ''
  return `talos-${version}-${arch}${boot}-${schematic.slice(0, ID_DIGITS)}.${extension}`
}

/** Reads the name of an image file; undefined when talmox did not give it. */
export function parseImageName(file: string): ImageName | undefined {
  const { version, arch, secureBoot, schematic, extension } = NAME.exec(file)?.groups ?? {}
  if (version === undefined || schematic === undefined) return undefined
  return {
    version,
    arch: arch === 'arm64' ? 'arm64' : 'amd64',
    secureBoot: secureBoot !== undefined,
    schematic,
    extension: extension === 'iso' ? 'iso' : 'qcow2',
  }
}
