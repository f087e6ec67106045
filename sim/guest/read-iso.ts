const SECTOR = 2048

/** One of the two trees of a CD, as a reader finds it. */
export interface Tree {
  readonly label: string
  readonly files: ReadonlyMap<string, Buffer>
}

/** Reads a CD from its descriptors on, as the standard says, and refuses what contradicts itself. */
export function readIso(iso: Buffer): { readonly plain: Tree; readonly joliet: Tree } {
  const descriptors: Buffer[] = []
  for (let sector = 16; ; sector++) {
    const descriptor = iso.subarray(sector * SECTOR, (sector + 1) * SECTOR)
    if (descriptor.toString('latin1', 1, 6) !== 'CD001') throw new Error(`no descriptor in sector ${sector}`)
    if (descriptor[0] === 255) break
    descriptors.push(descriptor)
  }
  const [plain, joliet] = descriptors
  if (plain === undefined || joliet === undefined) throw new Error('a tree is missing')
  if (joliet.toString('latin1', 88, 91) !== '%/E') throw new Error('the second tree is not Joliet')
  return { plain: readTree(iso, plain, 'latin1'), joliet: readTree(iso, joliet, 'ucs2') }
}

type Alphabet = 'latin1' | 'ucs2'

function readTree(iso: Buffer, descriptor: Buffer, alphabet: Alphabet): Tree {
  if (both32(descriptor, 80) * SECTOR !== iso.length) throw new Error('the size is wrong')
  const root = { sector: both32(descriptor, 158), bytes: both32(descriptor, 166) }
  const [little, big] = [descriptor.readUInt32LE(140), descriptor.readUInt32BE(148)]
  const inTables = [iso.readUInt32LE(little * SECTOR + 2), iso.readUInt32BE(big * SECTOR + 2)]
  if (inTables.some((sector) => sector !== root.sector)) throw new Error('the path tables lead elsewhere')
  return {
    label: text(descriptor.subarray(40, 72), alphabet).trimEnd(),
    files: new Map(entriesOf(iso, root, alphabet)),
  }
}

function* entriesOf(
  iso: Buffer,
  { sector, bytes }: { readonly sector: number; readonly bytes: number },
  alphabet: Alphabet,
): Generator<[string, Buffer]> {
  const directory = iso.subarray(sector * SECTOR, sector * SECTOR + bytes)
  for (let at = 0; directory[at] !== undefined && directory[at] !== 0; at += directory[at] ?? 0) {
    const record = directory.subarray(at, at + (directory[at] ?? 0))
    if (record.length % 2 !== 0) throw new Error('a record has an odd length')
    const isDirectory = ((record[25] ?? 0) & 2) !== 0
    const name = record.subarray(33, 33 + (record[32] ?? 0))
    const [start, size] = [both32(record, 2) * SECTOR, both32(record, 10)]
    if (start + size > iso.length) throw new Error('a file lies outside')
    if (!isDirectory) yield [text(name, alphabet), iso.subarray(start, start + size)]
  }
}

function both32(buffer: Buffer, at: number): number {
  const value = buffer.readUInt32LE(at)
  if (value !== buffer.readUInt32BE(at + 4)) throw new Error('a number differs between the byte orders')
  return value
}

const text = (bytes: Buffer, alphabet: Alphabet): string =>
  alphabet === 'latin1' ? bytes.toString('latin1') : Buffer.from(bytes).swap16().toString('utf16le')
