import type { Call } from '../../../call.ts'
import type { Worker } from '../../../tasks/workers.ts'

/** Starts a task about the machine of a request. */
export function runTask(
  { sim, caller, node, params }: Call<{ vmid: number }>,
  type: string,
  run: (worker: Worker) => Promise<void> | void,
): string {
  return sim.workers.start({ node, type, id: String(params.vmid), user: caller.id }, run)
}
