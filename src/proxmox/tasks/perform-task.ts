import type { CallOptions } from '../client/call-types.ts'
import type { ProxmoxClient } from '../client/client.ts'
import { retrying } from '../client/retry.ts'
import { expected, readText } from '../decode.ts'
import { parseUpid, type Upid } from './upid.ts'
import { type TaskEnd, type TaskOptions, waitForTask } from './wait-for-task.ts'

/** How a task is started and waited for. */
export interface PerformOptions extends TaskOptions {
  /** Looks whether the work was done after all, when nobody knows. */
  readonly reread?: (() => Promise<boolean>) | undefined
}

/**
 * Starts a task and waits for it; both again where a lock was held, since Proxmox tells so in the answer as well as at
 * the end of the task. `start` makes the call with the options it is given. Nothing comes back where Proxmox did the
 * work at once, or where it turned out to be done.
 */
export async function performTask(
  client: ProxmoxClient,
  start: (options: CallOptions) => Promise<unknown>,
  options: PerformOptions = {},
): Promise<TaskEnd | undefined> {
  const { reread, signal, onEvent } = options
  const attempt = async () => {
    const upid = readUpid(await start({ retry: false, signal }))
    if (upid === undefined) return undefined
    onEvent?.({ kind: 'started', upid })
    return await waitForTask(client, upid, options)
  }
  return await retrying(attempt, {
    ...client.world,
    isRead: false,
    signal,
    reread: reread === undefined ? undefined : async () => ((await reread()) ? { data: undefined } : undefined),
  })
}

/** The task that an answer names; some calls answer nothing, having done their work. */
export function readUpid(answer: unknown): Upid | undefined {
  if (answer === null || answer === undefined) return undefined
  return expected(parseUpid(readText(answer) ?? ''), 'the name of a task', answer)
}
