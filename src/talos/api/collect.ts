import { UserError } from '../../user-error.ts'
import type { Data } from '../gen/common_pb.ts'

/** Puts the pieces of a byte stream together, up to a bound. */
export async function collect(pieces: AsyncIterable<Data>, what: string, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const { bytes } of pieces) {
    size += bytes.length
    if (size > limit) throw new UserError('talos-too-large', `${what} is larger than ${limit} bytes`)
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}
