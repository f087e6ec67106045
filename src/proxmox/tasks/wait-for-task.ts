import { visible } from '../../spec/visible-text.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError, ProxmoxError } from '../client/error.ts'
import { type Diagnosis, diagnose } from '../client/refusals.ts'
import { readRecord, readText } from '../decode.ts'
import { readTaskLog } from './task-log.ts'
import type { Upid } from './upid.ts'

/** What is told while a task runs. */
export type TaskEvent =
  | { readonly kind: 'started'; readonly upid: Upid }
  | { readonly kind: 'line'; readonly upid: Upid; readonly text: string }

/** How a task is waited for. */
export interface TaskOptions {
  readonly onEvent?: ((event: TaskEvent) => void) | undefined
  /** Ends the waiting, not the task. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds after which waiting is given up. */
  readonly limit?: number
  /** Asked after the end of a task of the HA manager until it holds: such a task only hands a request on. */
  readonly settled?: (() => Promise<boolean>) | undefined
}

/** A task that succeeded, perhaps with warnings. */
export interface TaskEnd {
  readonly upid: Upid
  readonly warnings: readonly string[]
}

const LIMIT_MS = 3_600_000
const READING_EVERY_MS = 5000
/** What takes minutes is not watched by the second. */
const READING_PART = 0.1
// Right after the start Proxmox may not know a task yet, and right after the end not know how it ended.
const STRANGE_POLLS = 5
const LAST_LINES = 10
const REQUEST = /^ha(?:start|stop|shutdown|migrate|relocate)$/

/** Waits for a task to end, also one that another run started; throws what made it fail. */
export async function waitForTask(client: ProxmoxClient, upid: Upid, options: TaskOptions = {}): Promise<TaskEnd> {
  try {
    return await follow(client, upid, options)
  } catch (error) {
    // A question that stayed without answer must not be taken for a failed task, which would be started again.
    const isOfTask = error instanceof ProxmoxError && (error.call === upid.text || error.again === 'never')
    throw error instanceof ProxmoxError && !isOfTask ? outOfSight(upid, error) : error
  }
}

async function follow(client: ProxmoxClient, upid: Upid, options: TaskOptions): Promise<TaskEnd> {
  const { onEvent, signal, limit = LIMIT_MS } = options
  const follower = client.taskPace.follow(upid.type)
  let seen = 0
  // Most tasks are over before anybody could read what they say.
  let readAt = onEvent === undefined ? Number.POSITIVE_INFINITY : READING_EVERY_MS
  let strange = 0
  const tell = async () => {
    const lines = await linesOf(client, upid, seen, signal)
    for (const text of lines) onEvent?.({ kind: 'line', upid, text })
    seen += lines.length
    readAt = follower.waited() * (1 + READING_PART) + READING_EVERY_MS
  }
  const pause = async () => {
    if (follower.waited() >= limit) throw tooLong(upid, limit)
    while ((await follower.next(readAt, signal)) === 'early') await tell()
  }
  try {
    for (;;) {
      await pause()
      const exit = await readExit(client, upid, signal)
      strange = exit === 'unknown' ? strange + 1 : 0
      if (strange > STRANGE_POLLS) throw vanished(upid)
      if (typeof exit !== 'object') continue
      follower.ended()
      return await ended(client, upid, exit.status, options, pause)
    }
  } finally {
    follower.leave()
  }
}

// How a task went matters more than a log that cannot be read.
const linesOf = (client: ProxmoxClient, upid: Upid, skip: number, signal?: AbortSignal): Promise<readonly string[]> =>
  readTaskLog(client, upid, skip, signal).catch(() => [])

/** Asks Proxmox to stop a task; it ends as failed. */
export async function stopTask(client: ProxmoxClient, { node, text }: Upid): Promise<void> {
  await client.delete('/nodes/{node}/tasks/{upid}', { node, upid: text })
}

type Exit = 'running' | 'unknown' | { readonly status: string }

async function readExit(client: ProxmoxClient, upid: Upid, signal: AbortSignal | undefined): Promise<Exit> {
  const parameters = { node: upid.node, upid: upid.text }
  try {
    const answer = await client.get('/nodes/{node}/tasks/{upid}/status', parameters, { signal })
    const { status, exitstatus } = readRecord(answer) ?? {}
    if (status === 'running') return 'running'
    const text = readText(exitstatus) ?? ''
    return text === '' || text === 'unexpected status' ? 'unknown' : { status: visible(text) }
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-no-such-task')) return 'unknown'
    throw error
  }
}

async function ended(
  client: ProxmoxClient,
  upid: Upid,
  status: string,
  { settled, signal }: TaskOptions,
  pause: () => Promise<void>,
): Promise<TaskEnd> {
  const warned = /^WARNINGS: \d+$/.test(status)
  if (!warned && status !== 'OK') throw await failed(client, upid, status, signal)
  const lines = warned ? await linesOf(client, upid, 0, signal) : []
  const isRequest = REQUEST.test(upid.type)
  while (isRequest && settled !== undefined && !(await settled())) await pause()
  return { upid, warnings: lines.flatMap((line) => /^WARN(?:ING)?: (.*)/.exec(line)?.[1] ?? []) }
}

const describe = ({ type, id, node }: Upid) => `the task ${type}${id === '' ? '' : ` ${id}`} on ${node}`

async function failed(client: ProxmoxClient, upid: Upid, status: string, signal?: AbortSignal): Promise<ProxmoxError> {
  const log = await linesOf(client, upid, 0, signal)
  const lines = log.filter((line) => !line.startsWith('TASK ')).slice(-LAST_LINES)
  const message = [`${describe(upid)} failed: ${status}`, ...lines.map((line) => `  ${line}`)].join('\n')
  return new ProxmoxError(message, { ...diagnoseEnd(status, lines), call: upid.text, reason: status })
}

/** A task that ran a program ends with no more than its exit code; what it said of a full storage is in the log. */
function diagnoseEnd(status: string, lines: readonly string[]): Diagnosis {
  const known = diagnose(status)
  if (known.code !== 'proxmox-refused') return known
  return lines.map((line) => diagnose(line)).find(({ code }) => code === 'proxmox-no-space') ?? known
}

const vanished = (upid: Upid) =>
  new ProxmoxError(`${describe(upid)} ended without a trace of how`, {
    code: 'proxmox-task-lost',
    again: 'unknown',
    call: upid.text,
    hint: 'its worker was killed, or its host restarted: look at the machine, then run again',
  })

const outOfSight = (upid: Upid, cause: ProxmoxError) =>
  new ProxmoxError(`lost sight of ${describe(upid)}: ${cause.message}`, {
    code: 'proxmox-task-lost',
    again: 'unknown',
    call: upid.text,
    hint: 'the task goes on without us: run again when Proxmox answers',
    cause,
  })

const tooLong = (upid: Upid, limit: number) =>
  new ProxmoxError(`${describe(upid)} did not end within ${Math.round(limit / 1000)} s`, {
    code: 'proxmox-task-slow',
    again: 'unknown',
    call: upid.text,
    hint: `it goes on: see its log in Proxmox (${upid.text}), then run again`,
  })
