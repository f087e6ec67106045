import type { Storage, Volume } from '../../../world/storage.ts'
import { badParameters } from '../../failure.ts'
import { pathOf } from './definition.ts'

/** A file that is to be stored: what it is, where it goes, and the format of an image. */
export interface FilePlace {
  readonly content: 'iso' | 'vztmpl' | 'import'
  readonly filename: string
  readonly folder: string
  readonly format: string
}

const FOLDERS = { iso: 'template/iso', vztmpl: 'template/cache', import: 'import' } as const

/** The name under which a file is stored: no folders, and only harmless characters. */
function normalised(filename: string): string {
  return filename
    .replace(/\n$/, '')
    .replace(/^.*[/\\]/, '')
    .replace(/[^A-Za-z0-9_.-]/g, '_')
}

/** Where a file of some content goes; refuses names that do not fit the content. */
export function placeFile(storage: Storage, content: FilePlace['content'], given: string): FilePlace {
  const filename = normalised(given)
  const format = formatOf(content, filename)
  return { content, filename, folder: `${pathOf(storage)}/${FOLDERS[content]}`, format }
}

function formatOf(content: FilePlace['content'], filename: string): string {
  if (content === 'import') {
    const [, extension] = /^[A-Za-z0-9\-.+=_]+\.(ova|qcow2|raw|vmdk)$/.exec(filename) ?? []
    if (extension === undefined) throw badParameters({ filename: 'invalid filename or wrong extension' })
    return extension === 'ova' ? 'ova+vmdk' : extension
  }
  if (content === 'iso') {
    if (!/[^/]+\.(?:iso|img)$/i.test(filename)) throw badParameters({ filename: 'wrong file extension' })
    return 'iso'
  }
  const [, compression] = /[^/]+\.(?:tar|tar\.(gz|xz|zst|bz2))$/i.exec(filename) ?? [undefined, undefined]
  if (!/\.tar(?:\.(?:gz|xz|zst|bz2))?$/i.test(filename)) throw badParameters({ filename: 'wrong file extension' })
  return compression === undefined ? 'tar' : `t${compression.toLowerCase()}`
}

/** The volume that a stored file is. */
export function fileVolume(
  storage: Storage,
  place: FilePlace,
  file: Pick<Volume, 'sizeBytes' | 'usedBytes' | 'ctime'> & { readonly node: string | undefined },
): Volume {
  const { node, ...sizes } = file
  return {
    storage: storage.storage,
    ...(node === undefined ? {} : { node }),
    name: `${place.content}/${place.filename}`,
    content: place.content,
    format: place.format,
    ...sizes,
  }
}
