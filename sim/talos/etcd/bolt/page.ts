/** The unit that a bolt database is written in. */
export const PAGE_SIZE = 4096
/** What every page begins with: its number, what it is, how much is in it, and how many more pages it takes. */
export const HEADER_SIZE = 16
/** What describes one key of a page. */
export const ELEMENT_SIZE = 16
/** What a bucket is to its parent: the page of its root, and a counter. */
export const BUCKET_SIZE = 16

/** What is on a page. */
export const PAGE_KIND = { branch: 1, leaf: 2, meta: 4, freelist: 16 } as const

/** Marks a key behind which there is a bucket. */
export const IS_BUCKET = 1

export const MAGIC = 0xed0cdaed
export const VERSION = 2

/** Where the parts of a meta page are. */
export const META = { magic: 16, version: 20, pageSize: 24, root: 32, freelist: 48, end: 56, transaction: 64, sum: 72 }

/** A key and what is behind it. */
export interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

/** The checksum of a meta page: FNV-1a over what comes before it. */
export function metaSum(page: Buffer): bigint {
  let sum = 0xcbf29ce484222325n
  for (const byte of page.subarray(HEADER_SIZE, META.sum)) {
    sum = ((sum ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  }
  return sum
}
