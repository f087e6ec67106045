import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireAnswer } from '../../../sim/replay/http-client.ts'
import type { Running } from '../harness.ts'

/** A request that a genuine provider sent, and the status that it was content with. */
export interface RecordedRequest {
  readonly seq: number
  readonly phase: string
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

/** Reads a recording of one request in each line. */
export const readRequests = (file: string): readonly RecordedRequest[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** A replayed request with what became of it. */
export interface Replayed {
  readonly request: RecordedRequest
  readonly answer: WireAnswer
}

const UPID = /UPID(?::[^:/]+){7}:/

/** Sends requests in their order; the tasks that they look at are those that the answers here have named. */
export async function replayRequests(running: Running, token: string, requests: readonly RecordedRequest[]) {
  const tasks = new Map<string, string>()
  const started: string[] = []
  const replayed: Replayed[] = []
  for (const [at, request] of requests.entries()) {
    const [recorded] = UPID.exec(request.path) ?? []
    if (recorded !== undefined && !tasks.has(recorded)) tasks.set(recorded, started.shift() ?? 'none')
    const path = request.path.replace(UPID, (upid) => encodeURIComponent(tasks.get(upid) ?? upid))
    const send = () => sendAs(running, token, { ...request, path })
    // Time runs faster here, so the last look at a task waits for its end as the recording did.
    const isLastLook = recorded !== undefined && !requests[at + 1]?.path.includes(recorded)
    const answer = isLastLook ? await untilStopped(send) : await send()
    const upid = dataOf(answer)
    if (typeof upid === 'string' && UPID.test(upid)) started.push(upid)
    replayed.push({ request, answer })
  }
  return { replayed, tasks }
}

function sendAs({ client }: Running, token: string, { method, path, query, body, headers }: RecordedRequest) {
  const { host: _, 'accept-encoding': __, ...kept } = headers
  const target = query === undefined ? path : `${path}?${query}`
  const length: Record<string, string> =
    method === 'POST' || method === 'PUT' ? { 'content-length': String(Buffer.byteLength(body ?? '')) } : {}
  return client.send({
    method,
    path: target,
    body,
    headers: { ...kept, ...length, authorization: `PVEAPIToken=${token}` },
  })
}

async function untilStopped(look: () => Promise<WireAnswer>): Promise<WireAnswer> {
  for (;;) {
    const answer = await look()
    const data = dataOf(answer)
    const isRunning = typeof data === 'object' && data !== null && 'status' in data && data.status === 'running'
    if (!isRunning) return answer
    await sleep(5)
  }
}

/** The data of an answer, where it is JSON. */
export function dataOf({ text }: WireAnswer): unknown {
  try {
    return JSON.parse(text).data
  } catch {
    return undefined
  }
}
