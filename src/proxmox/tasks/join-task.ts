import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { activeTasks } from './active-tasks.ts'
import type { Upid } from './upid.ts'
import { type TaskOptions, waitForTask } from './wait-for-task.ts'

/** What a task is known by to those who have not its name. */
export type Work = Pick<Upid, 'node' | 'type' | 'id'>

/** A task that is at work on something, whoever began it. */
export async function runningTask(client: ProxmoxClient, { node, type, id }: Work): Promise<Upid | undefined> {
  return (await activeTasks(client, node)).find((task) => task.type === type && task.id === id)
}

/** Waits for such a task, and tells whether there was one; how it ended is seen by what is there afterwards. */
export async function joinTask(client: ProxmoxClient, work: Work, options: TaskOptions = {}): Promise<boolean> {
  const running = await runningTask(client, work)
  if (running === undefined) return false
  await waitForTask(client, running, options).catch((error: unknown) => {
    if (!isEndOf(running, error)) throw error
  })
  return true
}

/** Whether an error is what a task ended with; one that was lost sight of, for another cause, may still be at work. */
const isEndOf = ({ text }: Upid, error: unknown): boolean =>
  isProxmoxError(error) && error.call === text && error.code !== 'proxmox-task-slow' && error.cause === undefined
