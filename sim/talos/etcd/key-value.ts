import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire'

/** One key of etcd, with what it was last set to. */
export interface KeyValue {
  readonly key: string
  readonly value: string
  readonly revision: number
}

const FIELDS = { key: 1, created: 2, modified: 3, version: 4, value: 5 } as const
const [NUMBER, BYTES] = [0, 2]

/** Writes a key as etcd keeps it in its database. */
export function encodeKeyValue({ key, value, revision }: KeyValue): Buffer {
  const writer = new BinaryWriter()
  writer.tag(FIELDS.key, BYTES).bytes(Buffer.from(key))
  writer.tag(FIELDS.created, NUMBER).int64(revision)
  writer.tag(FIELDS.modified, NUMBER).int64(revision)
  writer.tag(FIELDS.version, NUMBER).int64(1)
  writer.tag(FIELDS.value, BYTES).bytes(Buffer.from(value))
  return Buffer.from(writer.finish())
}

/** Reads a key as etcd keeps it in its database. */
export function decodeKeyValue(bytes: Buffer): KeyValue {
  const reader = new BinaryReader(bytes)
  let [key, value, revision] = ['', '', 0]
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    if (field === FIELDS.key) key = Buffer.from(reader.bytes()).toString()
    else if (field === FIELDS.value) value = Buffer.from(reader.bytes()).toString()
    else if (field === FIELDS.modified) revision = Number(reader.int64())
    else reader.skip(type)
  }
  return { key, value, revision }
}

/** The name of a revision in etcd's database: it, and the place within its transaction. */
export function revisionKey(revision: number, place: number): Buffer {
  const name = Buffer.alloc(17, '_')
  name.writeBigUInt64BE(BigInt(revision), 0)
  name.writeBigUInt64BE(BigInt(place), 9)
  return name
}
