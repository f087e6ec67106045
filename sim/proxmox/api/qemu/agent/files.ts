import type { Call, Handlers } from '../../../call.ts'
import { loadVm } from '../config/vm-file.ts'
import { agentResult } from './agent.ts'

const MAX_BYTES = 16 * 1024 ** 2

interface Chunk {
  readonly count: number
  readonly eof: boolean
  readonly 'buf-b64': string
}

function isChunk(value: unknown): value is Chunk {
  return typeof value === 'object' && value !== null && 'buf-b64' in value && 'count' in value
}

async function read(call: Call<{ vmid: number; file: string; count?: number; decode?: boolean; offset?: number }>) {
  const { vmid, file, count = MAX_BYTES, decode = true, offset = 0 } = call.params
  const vm = loadVm(call, vmid)
  const handle = await agentResult(call, vm, 'file-open', { path: file })
  if (offset > 0) await agentResult(call, vm, 'file-seek', { handle, offset, whence: 'set' })
  const parts: string[] = []
  let bytes = 0
  let ended = false
  while (bytes < count && !ended) {
    const chunk = await agentResult(call, vm, 'file-read', { handle, count: Math.min(count - bytes, 1024 ** 2) })
    if (!isChunk(chunk)) break
    parts.push(decode ? Buffer.from(chunk['buf-b64'], 'base64').toString('utf8') : chunk['buf-b64'])
    bytes += chunk.count
    ended = chunk.eof
  }
  await agentResult(call, vm, 'file-close', { handle })
  return { content: parts.join(''), 'bytes-read': bytes, ...(ended ? {} : { truncated: 1 }) }
}

async function write(call: Call<{ vmid: number; file: string; content: string; encode?: boolean }>): Promise<null> {
  const { vmid, file, content, encode = true } = call.params
  const vm = loadVm(call, vmid)
  const handle = await agentResult(call, vm, 'file-open', { path: file, mode: 'wb' })
  const buffer = encode ? Buffer.from(content).toString('base64') : content
  await agentResult(call, vm, 'file-write', { handle, 'buf-b64': buffer })
  await agentResult(call, vm, 'file-close', { handle })
  return null
}

/** Files inside a guest. */
export const agentFileHandlers: Handlers = {
  'GET /nodes/{node}/qemu/{vmid}/agent/file-read': read,
  'POST /nodes/{node}/qemu/{vmid}/agent/file-write': write,
}
