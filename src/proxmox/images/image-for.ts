import type { Machine } from '../../resolve/desired.ts'
import { printImageName } from './file-name.ts'

/** A file that has to be on a storage before a machine can be made. */
export interface WantedImage {
  readonly storage: string
  /** A disk that machines are made from, or a CD that they boot. */
  readonly content: 'import' | 'iso'
  readonly file: string
  readonly volid: string
  /** Where it comes from; nothing for a file that somebody else puts there. */
  readonly download?: { readonly url: string; readonly checksum?: Checksum | undefined }
}

/** What a downloaded file must add up to. */
export interface Checksum {
  readonly algorithm: 'sha256' | 'sha512'
  readonly digest: string
}

/** The image as the factory has it. */
export interface Origin {
  /** The id of the schematic. */
  readonly schematic: string
  readonly url: string
}

/** The file that a machine starts from, directly or by way of a template; nothing where the template is given. */
export function imageFor({ image, storage }: Machine, { schematic, url }: Origin): WantedImage | undefined {
  const { source, version, arch, secureBoot, checksum } = image
  if (source.mode === 'template' && !source.prepare) return undefined
  if (source.mode === 'iso' && source.volume !== undefined) return givenVolume(source.volume)
  const content = source.mode === 'iso' ? 'iso' : 'import'
  const extension = source.mode === 'iso' ? 'iso' : 'qcow2'
  const file = printImageName({ version, arch, secureBoot, schematic, extension })
  return {
    storage: storage.images,
    content,
    file,
    volid: `${storage.images}:${content}/${file}`,
    download: { url, checksum: checksum === undefined ? undefined : readChecksum(checksum) },
  }
}

function givenVolume(volid: string): WantedImage {
  const [, storage = '', file = ''] = /^([^:]+):iso\/(.+)$/.exec(volid) ?? []
  return { storage, content: 'iso', file, volid }
}

function readChecksum(text: string): Checksum {
  const [algorithm, digest = ''] = text.split(':')
  return { algorithm: algorithm === 'sha512' ? 'sha512' : 'sha256', digest }
}
