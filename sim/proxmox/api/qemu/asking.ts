import { wait } from '../../../world/clock.ts'
import type { Call } from '../../call.ts'
import type { Simulator } from '../../simulator.ts'
import type { Worker } from '../../tasks/workers.ts'

/** Who asks, of which datacenter, on which node. */
export type Asking = Pick<Call, 'sim' | 'caller' | 'node'>

/** Somebody who does work that takes time and may say something on the way. */
export type Job = Pick<Worker, 'log' | 'warn' | 'sleep'>

/** Work whose words nobody reads, because it is done while the caller waits. */
export function silentJob(sim: Simulator): Job {
  return { log: () => {}, warn: () => {}, sleep: (milliseconds) => wait(sim.clock, milliseconds) }
}
