import { type ImageFile, parseImageFile, printImageFile } from './image-file.ts'

/** An image of one schematic and version. */
export interface FactoryImage {
  /** The id of the schematic. */
  readonly schematic: string
  /** Such as `v1.13.9`. */
  readonly version: string
  readonly file: ImageFile
}

const PATH = /\/image\/(?<schematic>[0-9a-f]{64})\/(?<version>v\d[^/]*)\/(?<name>[^/]+)$/

/** Where a factory serves an image. */
export function imageUrl(factory: string, { schematic, version, file }: FactoryImage): string {
  return `${factory.replace(/\/+$/, '')}/image/${schematic}/${version}/${printImageFile(file)}`
}

/** Reads the address of an image, of whatever factory; undefined when it is none. */
export function parseImageUrl(url: string): FactoryImage | undefined {
  if (!URL.canParse(url)) return undefined
  const { schematic, version, name } = PATH.exec(new URL(url).pathname)?.groups ?? {}
  if (schematic === undefined || version === undefined || name === undefined) return undefined
  const file = parseImageFile(name)
  return file === undefined ? undefined : { schematic, version, file }
}
