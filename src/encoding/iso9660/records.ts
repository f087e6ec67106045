import type { Alphabet } from './alphabet.ts'

/** Bytes of a sector, and of a block. */
export const SECTOR = 2048

/** Where something lies, and how large it is. */
export interface Extent {
  readonly sector: number
  readonly bytes: number
}

/** A 32-bit number in both byte orders, as the format wants it. */
function both32(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeUInt32LE(value, 0)
  buffer.writeUInt32BE(value, 4)
  return buffer
}

function both16(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt16LE(value, 0)
  buffer.writeUInt16BE(value, 2)
  return buffer
}

// All zero means that no time is given, which keeps the same content the same bytes.
const NO_TIME = Buffer.alloc(7)
const NO_LONG_TIME = Buffer.concat([Buffer.from('0'.repeat(16), 'latin1'), Buffer.alloc(1)])
const DIRECTORY = 2

/** One entry of a directory. */
export function directoryRecord(name: Buffer, { sector, bytes }: Extent, isDirectory: boolean): Buffer {
  const body = Buffer.concat([
    Buffer.alloc(1),
    both32(sector),
    both32(bytes),
    NO_TIME,
    Buffer.from([isDirectory ? DIRECTORY : 0, 0, 0]),
    both16(1),
    Buffer.from([name.length]),
    name,
    Buffer.alloc((name.length + 1) % 2),
  ])
  return Buffer.concat([Buffer.from([body.length + 1]), body])
}

const SELF = Buffer.from([0])
const PARENT = Buffer.from([1])

/** The sector of the root directory. */
export function rootDirectory(root: Extent, files: readonly { readonly name: Buffer; readonly at: Extent }[]): Buffer {
  const records = [...files]
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map(({ name, at }) => directoryRecord(name, at, false))
  const all = Buffer.concat([directoryRecord(SELF, root, true), directoryRecord(PARENT, root, true), ...records])
  return inSectors(all)
}

/** The list of directories, of which there is only the root, in one byte order. */
export function pathTable(root: Extent, order: 'little' | 'big'): Buffer {
  const table = Buffer.alloc(10)
  table[0] = 1
  if (order === 'little') table.writeUInt32LE(root.sector, 2)
  else table.writeUInt32BE(root.sector, 2)
  if (order === 'little') table.writeUInt16LE(1, 6)
  else table.writeUInt16BE(1, 6)
  return table
}

/** What a volume descriptor says. */
export interface Volume {
  readonly label: string
  readonly sectors: number
  readonly tables: { readonly little: number; readonly big: number; readonly bytes: number }
  readonly root: Extent
}

// Who made it and the like, and names of files that would say more; all empty.
const NAME_LENGTHS = [128, 128, 128, 128, 37, 37, 37]

/** The head of one tree. */
export function volumeDescriptor({ descriptor, escapes, padded }: Alphabet, volume: Volume): Buffer {
  const { label, sectors, tables, root } = volume
  const place = Buffer.alloc(16)
  place.writeUInt32LE(tables.little, 0)
  place.writeUInt32BE(tables.big, 8)
  return inSectors(
    Buffer.concat([
      Buffer.from([descriptor]),
      Buffer.from('CD001\x01\x00', 'latin1'),
      padded('', 32),
      padded(label, 32),
      Buffer.alloc(8),
      both32(sectors),
      filled(escapes, 32),
      both16(1),
      both16(1),
      both16(SECTOR),
      both32(tables.bytes),
      place,
      directoryRecord(SELF, root, true),
      ...NAME_LENGTHS.map((length) => filled(padded('', length - (length % 2)), length)),
      NO_LONG_TIME,
      NO_LONG_TIME,
      NO_LONG_TIME,
      NO_LONG_TIME,
      Buffer.from([1, 0]),
    ]),
  )
}

const filled = (bytes: Buffer, length: number): Buffer => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])

/** The end of the descriptors. */
export const terminator = (): Buffer => inSectors(Buffer.from('\xffCD001\x01', 'latin1'))

/** Bytes filled up to whole sectors. */
export const inSectors = (bytes: Uint8Array): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((SECTOR - (bytes.length % SECTOR)) % SECTOR)])
