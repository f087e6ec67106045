import {
  BUCKET_SIZE,
  ELEMENT_SIZE,
  type Entry,
  HEADER_SIZE,
  IS_BUCKET,
  MAGIC,
  META,
  metaSum,
  PAGE_KIND,
  PAGE_SIZE,
  VERSION,
} from './page.ts'

/** A page that was written, with the first of its keys. */
interface Written {
  readonly number: number
  readonly first: Buffer
}

/** Writes a bolt database with these buckets; nothing in it is free. */
export function writeBolt(buckets: Readonly<Record<string, readonly Entry[]>>): Buffer {
  const pages: Buffer[] = [Buffer.alloc(0), Buffer.alloc(0), freelistPage()]
  const roots = Object.entries(buckets)
    .map(([name, entries]) => ({ key: Buffer.from(name), value: bucketAt(writeTree(pages, sorted(entries), 0)) }))
    .sort((a, b) => a.key.compare(b.key))
  const root = writeTree(pages, roots, IS_BUCKET)
  const end = nextNumber(pages)
  pages[0] = metaPage(0, root, end)
  pages[1] = metaPage(1, root, end)
  return Buffer.concat(pages)
}

const sorted = (entries: readonly Entry[]): readonly Entry[] => entries.toSorted((a, b) => a.key.compare(b.key))

// Meta pages come last, when everything else is known; their places are kept.
const nextNumber = (pages: readonly Buffer[]): number =>
  pages.reduce((sum, page) => sum + Math.max(1, page.length / PAGE_SIZE), 0)

/** Writes leaves, and branches above them until one page is left; tells its number. */
function writeTree(pages: Buffer[], entries: readonly Entry[], flags: number): number {
  const write = (page: Buffer, first: Buffer): Written => {
    const number = nextNumber(pages)
    page.writeBigUInt64LE(BigInt(number), 0)
    pages.push(page)
    return { number, first }
  }
  const none = Buffer.alloc(0)
  let level = grouped(entries, ({ key, value }) => key.length + value.length).map((group) =>
    write(leafPage(group, flags), group[0]?.key ?? none),
  )
  while (level.length > 1) {
    level = grouped(level, ({ first }) => first.length).map((group) =>
      write(branchPage(group), group[0]?.first ?? none),
    )
  }
  return level[0]?.number ?? write(leafPage([], flags), none).number
}

/** Divides what comes after another into what fits on a page; what is larger than one is alone. */
function grouped<T>(items: readonly T[], sizeOf: (item: T) => number): readonly (readonly T[])[] {
  const groups: T[][] = []
  let used = PAGE_SIZE
  for (const item of items) {
    const size = ELEMENT_SIZE + sizeOf(item)
    const group = groups.at(-1)
    if (group !== undefined && used + size <= PAGE_SIZE) group.push(item)
    else {
      groups.push([item])
      used = HEADER_SIZE
    }
    used += size
  }
  return groups
}

function leafPage(entries: readonly Entry[], flags: number): Buffer {
  const contents = entries.map(({ key, value }) => Buffer.concat([key, value]))
  return filled(PAGE_KIND.leaf, contents, (page, at, index, distance) => {
    const { key, value } = entries[index] ?? { key: Buffer.alloc(0), value: Buffer.alloc(0) }
    page.writeUInt32LE(flags, at)
    page.writeUInt32LE(distance, at + 4)
    page.writeUInt32LE(key.length, at + 8)
    page.writeUInt32LE(value.length, at + 12)
  })
}

function branchPage(children: readonly Written[]): Buffer {
  return filled(
    PAGE_KIND.branch,
    children.map(({ first }) => first),
    (page, at, index, distance) => {
      const { number = 0, first = Buffer.alloc(0) } = children[index] ?? {}
      page.writeUInt32LE(distance, at)
      page.writeUInt32LE(first.length, at + 4)
      page.writeBigUInt64LE(BigInt(number), at + 8)
    },
  )
}

/** A page with elements, and behind them their contents. */
function filled(
  kind: number,
  contents: readonly Buffer[],
  describe: (page: Buffer, at: number, index: number, distance: number) => void,
): Buffer {
  const head = HEADER_SIZE + contents.length * ELEMENT_SIZE
  const length = contents.reduce((sum, content) => sum + content.length, head)
  const page = Buffer.alloc(Math.max(1, Math.ceil(length / PAGE_SIZE)) * PAGE_SIZE)
  page.writeUInt16LE(kind, 8)
  page.writeUInt16LE(contents.length, 10)
  page.writeUInt32LE(page.length / PAGE_SIZE - 1, 12)
  let place = head
  for (const [index, content] of contents.entries()) {
    const at = HEADER_SIZE + index * ELEMENT_SIZE
    describe(page, at, index, place - at)
    content.copy(page, place)
    place += content.length
  }
  return page
}

function bucketAt(root: number): Buffer {
  const bucket = Buffer.alloc(BUCKET_SIZE)
  bucket.writeBigUInt64LE(BigInt(root), 0)
  return bucket
}

function freelistPage(): Buffer {
  const page = Buffer.alloc(PAGE_SIZE)
  page.writeBigUInt64LE(2n, 0)
  page.writeUInt16LE(PAGE_KIND.freelist, 8)
  return page
}

function metaPage(number: number, root: number, end: number): Buffer {
  const page = Buffer.alloc(PAGE_SIZE)
  page.writeBigUInt64LE(BigInt(number), 0)
  page.writeUInt16LE(PAGE_KIND.meta, 8)
  page.writeUInt32LE(MAGIC, META.magic)
  page.writeUInt32LE(VERSION, META.version)
  page.writeUInt32LE(PAGE_SIZE, META.pageSize)
  page.writeBigUInt64LE(BigInt(root), META.root)
  page.writeBigUInt64LE(2n, META.freelist)
  page.writeBigUInt64LE(BigInt(end), META.end)
  page.writeBigUInt64LE(BigInt(number), META.transaction)
  page.writeBigUInt64LE(metaSum(page), META.sum)
  return page
}
