/** A processor architecture that Talos runs on. */
export type Arch = 'amd64' | 'arm64'

/** What a file of the image factory is: a disk in some form, or a CD. */
export interface ImageFile {
  /** Where the image is meant to run; `nocloud` on Proxmox. */
  readonly platform: string
  readonly arch: Arch
  readonly secureBoot: boolean
  /** What stands behind the dot, such as `qcow2`, `raw.xz` or `iso`. */
  readonly extension: string
}

const FILE =
  /^(?<platform>[a-z0-9]+)-(?<arch>amd64|arm64)(?<secureBoot>-secureboot)?\.(?<extension>iso|(?:raw|qcow2|vhd|ova)(?:\.(?:tar\.gz|gz|xz|zst))?)$/

/** The name under which the factory serves an image. */
export const printImageFile = ({ platform, arch, secureBoot, extension }: ImageFile): string =>
  `${platform}-${arch}${secureBoot ? '-secureboot' : ''}.${extension}`

/** Reads the name of an image; undefined when it is none of a disk or CD. */
export function parseImageFile(name: string): ImageFile | undefined {
  const { platform, arch, secureBoot, extension } = FILE.exec(name)?.groups ?? {}
  if (platform === undefined || extension === undefined) return undefined
  return { platform, arch: arch === 'arm64' ? 'arm64' : 'amd64', secureBoot: secureBoot !== undefined, extension }
}
