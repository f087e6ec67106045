import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { isProxmoxError } from '../client/error.ts'
import { performTask } from './perform-task.ts'
import type { TaskOptions } from './wait-for-task.ts'

/** Performs a task whose work can be seen; where it fails since the same was done by another, all is well. */
export async function bringAbout(
  client: ProxmoxClient,
  start: (options: CallOptions) => Promise<unknown>,
  isDone: () => Promise<boolean>,
  options: TaskOptions = {},
): Promise<void> {
  try {
    await performTask(client, start, { ...options, reread: isDone })
  } catch (error) {
    // A run that was killed may have begun the same, and its task was first.
    if (!isProxmoxError(error) || !(await isDone())) throw error
  }
}
