import type { Call } from '../../../call.ts'
import type { Worker } from '../../../tasks/workers.ts'
import { isManaged } from '../../ha/manager.ts'
import type { Asking } from '../asking.ts'
import { runTask } from './task.ts'

/** Whether the cluster decides when a machine runs. */
export function isHighlyAvailable({ sim }: Pick<Asking, 'sim'>, vmid: number): boolean {
  return isManaged(sim.world, `vm:${vmid}`)
}

/** What is asked of the cluster, and what it does about it. */
export interface HaRequest {
  /** The type of the task that asks. */
  readonly type: 'hastart' | 'hastop' | 'hamigrate'
  readonly words: string
  readonly state?: 'started' | 'stopped'
  /** The type of the task that does it. */
  readonly does: string
  readonly carryOut: (worker: Worker) => Promise<void>
}

/** How long the cluster's managers take to notice a request. */
export const NOTICE_MILLISECONDS = 10_000

/** Asks the cluster for something; the task ends long before the machine is there. */
export function requestHa(call: Call<{ vmid: number }>, request: HaRequest): string {
  const { sim, node, params } = call
  return runTask(call, request.type, (worker) => {
    worker.log(request.words)
    const resource = sim.world.ha.resources[`vm:${params.vmid}`]
    if (resource !== undefined && request.state !== undefined) resource.state = request.state
    const task = { node, type: request.does, id: String(params.vmid), user: 'root@pam' }
    sim.clock.after(NOTICE_MILLISECONDS, () => sim.workers.start(task, request.carryOut))
  })
}
