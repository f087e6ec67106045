import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { readRows, readText } from '../decode.ts'
import { parseUpid, type Upid } from './upid.ts'
import { type TaskOptions, waitForTask } from './wait-for-task.ts'

/** What a task is known by to those who have not its name. */
export type Work = Pick<Upid, 'node' | 'type' | 'id'>

/** A task that is at work on something, whoever began it. */
export async function runningTask(client: ProxmoxClient, { node, type, id }: Work): Promise<Upid | undefined> {
  const rows = readRows(await client.get('/nodes/{node}/tasks', { node, source: 'active', typefilter: type }))
  return rows
    .flatMap(({ upid, endtime }) => (endtime === undefined ? (parseUpid(readText(upid) ?? '') ?? []) : []))
    .find((task) => task.type === type && task.id === id)
}

/** Waits for such a task, if there is one; how it ended is seen by what is there afterwards. */
export async function joinTask(client: ProxmoxClient, work: Work, options: TaskOptions = {}): Promise<void> {
  const running = await runningTask(client, work)
  if (running === undefined) return
  await waitForTask(client, running, options).catch((error: unknown) => {
    if (!isEndOf(running, error)) throw error
  })
}

/** Whether an error is what a task ended with; one that was lost sight of, for another cause, may still be at work. */
const isEndOf = ({ text }: Upid, error: unknown): boolean =>
  isProxmoxError(error) && error.call === text && error.code !== 'proxmox-task-slow' && error.cause === undefined
