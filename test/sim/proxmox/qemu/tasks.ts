import { logLines } from '../../../../sim/proxmox/tasks/task-log.ts'
import type { Ask, Running } from '../../harness.ts'

/** What became of a task. */
export interface Ended {
  readonly status: string
  readonly log: readonly string[]
}

/** Sends a request that starts a task, and waits for its end. */
export async function run(running: Running, method: string, path: string, form: Ask['form'] = {}): Promise<Ended> {
  const options = method === 'DELETE' ? {} : { form }
  return ended(running, await running.data(method, path, options))
}

/** Waits for the end of a task. */
export async function ended({ sim }: Running, upid: unknown): Promise<Ended> {
  await sim.workers.ended(String(upid))
  const task = sim.world.tasks.find((each) => each.upid === upid)
  if (task === undefined) throw new Error(`there is no task ${upid}`)
  return { status: task.status ?? 'running', log: logLines(task) }
}

/** Makes a machine of a number. */
export async function make(running: Running, vmid: number, form: Ask['form'] = {}): Promise<void> {
  const { status, log } = await run(running, 'POST', '/nodes/pve1/qemu', { vmid: String(vmid), ...form })
  if (status !== 'OK') throw new Error(`machine ${vmid} was not made: ${log.join('\n')}`)
}

/** The configuration of a machine. */
export async function configOf(running: Running, vmid: number, query = ''): Promise<Record<string, unknown>> {
  return Object(await running.data('GET', `/nodes/pve1/qemu/${vmid}/config${query}`))
}
