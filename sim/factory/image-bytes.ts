import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { TalosImage } from '../world/talos-image.ts'

// An image is a head that tells what it is, and nothing after it up to its size: enough to be recognised anywhere.
const MARK = 'simulated Talos image '
const MARK_OFFSET = 512
const HEAD_BYTES = 4096

/** The disk inside an image, as large as the genuine one. */
export const DISK_BYTES = 1246 * 1024 ** 2

const QCOW2_MAGIC = 0x514649fb
const QCOW2_SIZE_OFFSET = 24

const MIB = 1024 ** 2

/** Bytes of an image by the extension of its file, roughly as the genuine ones. */
const ORDINARY_SIZES: Readonly<Record<string, number>> = {
  qcow2: 330 * MIB,
  iso: 310 * MIB,
  raw: DISK_BYTES,
  'raw.xz': 110 * MIB,
  'raw.zst': 130 * MIB,
  'raw.gz': 150 * MIB,
}

/** The size of an image file; a world may have others. */
export const imageSize = (extension: string, sizes: Readonly<Record<string, number>>): number =>
  Math.max(HEAD_BYTES, sizes[extension] ?? ORDINARY_SIZES[extension] ?? 200 * MIB)

/** The first bytes of an image; a qcow2 file, as its name tells, has the size of its disk there. */
export function imageHead(image: TalosImage, name: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  if (name.endsWith('.qcow2')) {
    head.writeUInt32BE(QCOW2_MAGIC, 0)
    head.writeUInt32BE(3, 4)
    head.writeBigUInt64BE(BigInt(DISK_BYTES), QCOW2_SIZE_OFFSET)
  }
  head.write(`${MARK}${JSON.stringify(image)}\n`, MARK_OFFSET)
  return head
}

/** The Talos in a file that somebody brought, where it is an image of a simulated factory. */
export function readImageHead(body: Buffer): TalosImage | undefined {
  const head = body.subarray(MARK_OFFSET, HEAD_BYTES).toString('utf8')
  const text = head.startsWith(MARK) ? head.slice(MARK.length, head.indexOf('\n')) : undefined
  return text === undefined ? undefined : talosImage.safeParse(JSON.parse(text)).data
}

const talosImage = z.object({
  schematic: z.string(),
  version: z.string(),
  platform: z.string(),
  arch: z.enum(['amd64', 'arm64']),
  secureBoot: z.boolean(),
  kind: z.enum(['disk', 'iso']),
})

const ZEROS = Buffer.alloc(256 * 1024)

/** The bytes of an image, in pieces. */
export function* imageBytes(head: Buffer, size: number): Generator<Buffer> {
  yield head
  for (let left = size - head.length; left > 0; left -= ZEROS.length)
    yield ZEROS.subarray(0, Math.min(left, ZEROS.length))
}

/** The checksum of an image file, as whoever downloads it would find. */
export function imageChecksum(image: TalosImage, name: string, size: number, algorithm: string): string {
  const hash = createHash(algorithm)
  for (const piece of imageBytes(imageHead(image, name), size)) hash.update(piece)
  return hash.digest('hex')
}
