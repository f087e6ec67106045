import { type Alphabet, joliet, plain } from './alphabet.ts'
import { type Extent, inSectors, pathTable, rootDirectory, SECTOR, terminator, volumeDescriptor } from './records.ts'

/** A file on a CD; all are in its root. */
export interface IsoFile {
  readonly name: string
  readonly content: Uint8Array
}

// The sectors in order: 16 that are the system's own, three descriptors, four path tables, two directories, files.
const PLAIN_TABLES = 19
const JOLIET_TABLES = 21
const PLAIN_ROOT = 23
const JOLIET_ROOT = 24
const FIRST_FILE = 25
const TABLE_BYTES = 10

/** Builds a CD with a label and some files: ISO 9660 with Joliet names, the same bytes for the same content. */
export function buildIso(label: string, files: readonly IsoFile[]): Buffer {
  const placed = place(files)
  const sectors = FIRST_FILE + placed.reduce((sum, { at }) => sum + sectorsOf(at.bytes), 0)
  const root = (alphabet: Alphabet, sector: number): Buffer =>
    oneSector(
      rootDirectory(
        { sector, bytes: SECTOR },
        placed.map(({ name, at }) => ({ name: alphabet.fileName(name), at })),
      ),
    )
  const head = (alphabet: Alphabet, tables: number, sector: number): Buffer =>
    volumeDescriptor(alphabet, {
      label,
      sectors,
      tables: { little: tables, big: tables + 1, bytes: TABLE_BYTES },
      root: { sector, bytes: SECTOR },
    })
  const tables = (sector: number) =>
    (['little', 'big'] as const).map((order) => inSectors(pathTable({ sector, bytes: SECTOR }, order)))
  return Buffer.concat([
    Buffer.alloc(16 * SECTOR),
    head(plain, PLAIN_TABLES, PLAIN_ROOT),
    head(joliet, JOLIET_TABLES, JOLIET_ROOT),
    terminator(),
    ...tables(PLAIN_ROOT),
    ...tables(JOLIET_ROOT),
    root(plain, PLAIN_ROOT),
    root(joliet, JOLIET_ROOT),
    ...placed.map(({ content }) => inSectors(content)),
  ])
}

const sectorsOf = (bytes: number): number => Math.ceil(bytes / SECTOR)

/** Files one after another, each from the beginning of a sector. */
function place(files: readonly IsoFile[]): readonly (IsoFile & { readonly at: Extent })[] {
  const names = new Set(files.map(({ name }) => plain.fileName(name).toString('latin1')))
  if (names.size < files.length) throw new Error('two files of a CD have the same name')
  let sector = FIRST_FILE
  return files.map((file) => {
    const bytes = file.content.length
    // What is empty lies nowhere: the place after the last file would be outside.
    const at = { sector: bytes === 0 ? 0 : sector, bytes }
    sector += sectorsOf(bytes)
    return { ...file, at }
  })
}

function oneSector(directory: Buffer): Buffer {
  if (directory.length > SECTOR) throw new Error('the root of a CD has room for some twenty files')
  return directory
}
