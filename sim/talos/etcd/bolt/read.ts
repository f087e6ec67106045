import {
  BUCKET_SIZE,
  ELEMENT_SIZE,
  type Entry,
  HEADER_SIZE,
  MAGIC,
  META,
  metaSum,
  PAGE_KIND,
  PAGE_SIZE,
} from './page.ts'

/** Reads the buckets of a bolt database; nothing where it is none. */
export function readBolt(file: Buffer): ReadonlyMap<string, readonly Entry[]> | undefined {
  const meta = [0, 1].map((number) => file.subarray(number * PAGE_SIZE, (number + 1) * PAGE_SIZE)).find(isMeta)
  if (meta === undefined) return undefined
  const buckets = entriesBelow(file, file, Number(meta.readBigUInt64LE(META.root)) * PAGE_SIZE)
  return new Map(buckets.map(({ key, value }) => [key.toString(), entriesOf(file, value)]))
}

const isMeta = (page: Buffer): boolean =>
  page.length === PAGE_SIZE &&
  page.readUInt32LE(META.magic) === MAGIC &&
  page.readUInt32LE(META.pageSize) === PAGE_SIZE &&
  page.readBigUInt64LE(META.sum) === metaSum(page)

/** What is in a bucket; a small one is within the value that describes it. */
function entriesOf(file: Buffer, bucket: Buffer): readonly Entry[] {
  const root = Number(bucket.readBigUInt64LE(0))
  return root === 0 ? entriesBelow(file, bucket, BUCKET_SIZE) : entriesBelow(file, file, root * PAGE_SIZE)
}

function entriesBelow(file: Buffer, within: Buffer, page: number): readonly Entry[] {
  const isBranch = within.readUInt16LE(page + 8) === PAGE_KIND.branch
  const places = Array.from(
    { length: within.readUInt16LE(page + 10) },
    (_, index) => page + HEADER_SIZE + index * ELEMENT_SIZE,
  )
  if (isBranch) {
    return places.flatMap((at) => entriesBelow(file, file, Number(within.readBigUInt64LE(at + 8)) * PAGE_SIZE))
  }
  return places.map((at) => {
    const start = at + within.readUInt32LE(at + 4)
    const middle = start + within.readUInt32LE(at + 8)
    return {
      key: within.subarray(start, middle),
      value: within.subarray(middle, middle + within.readUInt32LE(at + 12)),
    }
  })
}
