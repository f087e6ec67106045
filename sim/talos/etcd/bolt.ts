/** The database format of etcd, as far as a snapshot needs it: buckets of sorted keys, each bucket one leaf page. */
export type Buckets = Readonly<Record<string, readonly BoltEntry[]>>

/** A key with its value; keys are sorted by their bytes. */
export interface BoltEntry {
  readonly key: Buffer
  readonly value: Buffer
}

const PAGE = 4096
const PAGE_HEADER = 16
const ELEMENT = 16
const META_FLAG = 0x04
const LEAF_FLAG = 0x02
const FREELIST_FLAG = 0x10
const BUCKET_FLAG = 0x01
const MAGIC = 0xed0cdaed
const FIRST_FREE = 3

/** Writes a database: two meta pages, an empty free list, the buckets, and the root that names them. */
export function writeBolt(buckets: Buckets, transaction: number): Buffer {
  const pages: Buffer[] = []
  let next = FIRST_FREE
  const add = (entries: readonly BoltEntry[], flag = 0): number => {
    const id = next
    const page = leaf(id, entries, flag)
    pages.push(page)
    next += page.length / PAGE
    return id
  }
  const roots = Object.entries(buckets)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entries]) => ({ key: Buffer.from(name), value: bucketHeader(add(entries)) }))
  const root = add(roots, BUCKET_FLAG)
  const metas = [0, 1].map((id) => meta(id, root, next, transaction + id))
  return Buffer.concat([...metas, emptyPage(2, FREELIST_FLAG), ...pages])
}

/** Reads the entries of a bucket from what `writeBolt` wrote; nothing for anything else. */
export function readBolt(bytes: Buffer, bucket: string): readonly BoltEntry[] | undefined {
  if (bytes.length < 4 * PAGE || bytes.readUInt32LE(PAGE + PAGE_HEADER) !== MAGIC) return undefined
  const root = Number(bytes.readBigUInt64LE(PAGE + PAGE_HEADER + 16))
  const found = entriesOf(bytes, root).find(({ key }) => key.toString('utf8') === bucket)
  return found === undefined ? undefined : entriesOf(bytes, Number(found.value.readBigUInt64LE(0)))
}

function leaf(id: number, entries: readonly BoltEntry[], flag: number): Buffer {
  const heads = PAGE_HEADER + entries.length * ELEMENT
  const data = entries.flatMap(({ key, value }) => [key, value])
  const size = heads + data.reduce((sum, { length }) => sum + length, 0)
  const page = Buffer.alloc(Math.max(1, Math.ceil(size / PAGE)) * PAGE)
  header(page, id, LEAF_FLAG, entries.length)
  let at = heads
  for (const [index, { key, value }] of entries.entries()) {
    const element = PAGE_HEADER + index * ELEMENT
    page.writeUInt32LE(flag, element)
    page.writeUInt32LE(at - element, element + 4)
    page.writeUInt32LE(key.length, element + 8)
    page.writeUInt32LE(value.length, element + 12)
    at += key.copy(page, at)
    at += value.copy(page, at)
  }
  return page
}

function entriesOf(bytes: Buffer, id: number): readonly BoltEntry[] {
  const page = bytes.subarray(id * PAGE)
  return Array.from({ length: page.readUInt16LE(10) }, (_, index) => {
    const element = PAGE_HEADER + index * ELEMENT
    const start = element + page.readUInt32LE(element + 4)
    const middle = start + page.readUInt32LE(element + 8)
    return { key: page.subarray(start, middle), value: page.subarray(middle, middle + page.readUInt32LE(element + 12)) }
  })
}

function header(page: Buffer, id: number, flags: number, count: number): void {
  page.writeBigUInt64LE(BigInt(id), 0)
  page.writeUInt16LE(flags, 8)
  page.writeUInt16LE(count, 10)
  page.writeUInt32LE(page.length / PAGE - 1, 12)
}

function emptyPage(id: number, flags: number): Buffer {
  const page = Buffer.alloc(PAGE)
  header(page, id, flags, 0)
  return page
}

function bucketHeader(root: number): Buffer {
  const value = Buffer.alloc(16)
  value.writeBigUInt64LE(BigInt(root), 0)
  return value
}

function meta(id: number, root: number, end: number, transaction: number): Buffer {
  const page = emptyPage(id, META_FLAG)
  page.writeUInt32LE(MAGIC, PAGE_HEADER)
  page.writeUInt32LE(2, PAGE_HEADER + 4)
  page.writeUInt32LE(PAGE, PAGE_HEADER + 8)
  page.writeBigUInt64LE(BigInt(root), PAGE_HEADER + 16)
  page.writeBigUInt64LE(2n, PAGE_HEADER + 32)
  page.writeBigUInt64LE(BigInt(end), PAGE_HEADER + 40)
  page.writeBigUInt64LE(BigInt(transaction), PAGE_HEADER + 48)
  page.writeBigUInt64LE(fnv64(page.subarray(PAGE_HEADER, PAGE_HEADER + 56)), PAGE_HEADER + 56)
  return page
}

/** The checksum of a meta page. */
function fnv64(bytes: Buffer): bigint {
  return bytes.reduce(
    (hash, byte) => ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn,
    0xcbf29ce484222325n,
  )
}
