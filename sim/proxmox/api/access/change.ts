import type { Access } from '../../../world/access.ts'
import { changing } from '../../failure.ts'
import type { Simulator } from '../../simulator.ts'

/** Changes users and rights in one step: when something fails on the way, nothing has changed. */
export function changeAccess(sim: Simulator, failure: string, change: (draft: Access) => void): void {
  const draft = structuredClone(sim.world.access)
  changing(failure, () => change(draft))
  sim.world.access = draft
}
