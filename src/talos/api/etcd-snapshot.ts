import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { UserError } from '../../user-error.ts'
import { MachineService } from '../gen/machine/machine_pb.ts'
import type { CallOptions, StreamOptions, TalosNode } from './node.ts'

const DIGEST = 32
const QUIET_MS = 60_000

/** A snapshot that was checked against its own checksum. */
export interface Snapshot {
  readonly file: string
  readonly bytes: number
  /** The checksum that stands at its end, in hex. */
  readonly sha256: string
}

/** Streams a snapshot of etcd to a file of mode 0600; the file appears only when it is whole and its checksum holds. */
export async function saveEtcdSnapshot(node: TalosNode, file: string, options?: StreamOptions): Promise<Snapshot> {
  const partial = `${file}.partial`
  const pieces = node.stream(MachineService.method.etcdSnapshot, {}, { silenceMs: QUIET_MS, mayHang: true, ...options })
  const target = await open(partial, 'w', 0o600)
  try {
    const check = startCheck()
    for await (const { bytes } of pieces) {
      check.add(bytes)
      await target.appendFile(bytes)
    }
    const checked = { file, ...check.end(`the snapshot from ${node.address}`) }
    await target.sync()
    await target.close()
    await rename(partial, file)
    return checked
  } catch (error) {
    await target.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

/** Checks that a file is a whole snapshot: etcd writes the SHA-256 of everything before it to the end. */
export async function checkEtcdSnapshot(file: string): Promise<Snapshot> {
  const check = startCheck()
  for await (const piece of createReadStream(file)) check.add(piece)
  return { file, ...check.end(file) }
}

/** Uploads a snapshot for `bootstrap` with `recover`; a broken one would leave etcd data that blocks every later try. */
export async function uploadEtcdSnapshot(node: TalosNode, file: string, options?: CallOptions): Promise<Snapshot> {
  const snapshot = await checkEtcdSnapshot(file)
  const { size } = await stat(file)
  // At least a minute, and never faster than a slow line carries it.
  const deadlineMs = 60_000 + Math.ceil(size / 1000)
  await node.upload(MachineService.method.etcdRecover, pieces(file), { mayHang: true, deadlineMs, ...options })
  return snapshot
}

async function* pieces(file: string) {
  for await (const bytes of createReadStream(file, { highWaterMark: 64 * 1024 })) yield { bytes: Buffer.from(bytes) }
}

function startCheck() {
  const hash = createHash('sha256')
  let tail = Buffer.alloc(0)
  let total = 0
  return {
    add(piece: Uint8Array) {
      total += piece.length
      const joined = Buffer.concat([tail, piece])
      const cut = Math.max(0, joined.length - DIGEST)
      hash.update(joined.subarray(0, cut))
      tail = joined.subarray(cut)
    },
    end(what: string): { bytes: number; sha256: string } {
      const sha256 = hash.digest('hex')
      if (total % 512 === DIGEST && tail.toString('hex') === sha256) return { bytes: total, sha256 }
      throw new UserError('etcd-snapshot', `${what} is not a whole etcd snapshot: its checksum does not hold`, {
        hint: 'take another snapshot; one of these cannot be restored',
      })
    },
  }
}
