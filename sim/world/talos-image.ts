import { parseImageUrl } from '../../src/factory/image-url.ts'

/** The Talos that is on a disk or a CD. */
export interface TalosImage {
  /** The id of the schematic it was made of. */
  readonly schematic: string
  /** Such as `v1.13.9`. */
  readonly version: string
  readonly arch: 'amd64' | 'arm64'
  /** Such as `nocloud`: where it looks for its configuration. */
  readonly platform: string
  readonly secureBoot: boolean
  readonly kind: 'disk' | 'iso'
}

/** The Talos that an image factory serves at an address; undefined for the address of anything else. */
export function talosImageAt(url: string): TalosImage | undefined {
  const image = parseImageUrl(url)
  if (image === undefined) return undefined
  const { extension, ...file } = image.file
  return { schematic: image.schematic, version: image.version, ...file, kind: extension === 'iso' ? 'iso' : 'disk' }
}
