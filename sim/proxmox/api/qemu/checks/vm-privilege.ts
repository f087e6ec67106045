import { has, hasAny, requireAll, requireAny } from '../../../auth/rights.ts'
import type { Asking } from '../asking.ts'

/** A machine that is about to get rights through a pool, or through its own number. */
export interface Subject {
  readonly vmid: number
  readonly pool?: string | undefined
}

/** Refuses who lacks one of the privileges on a machine, or on the pool that it is made in. */
export function requireOnVm({ sim, caller }: Asking, { vmid, pool }: Subject, privs: readonly string[]): void {
  if (pool !== undefined && has(sim.world, caller.id, `/pool/${pool}`, privs)) return
  requireAll(sim.world, caller.id, `/vms/${vmid}`, privs)
}

/** The same where any of the privileges will do. */
export function requireAnyOnVm({ sim, caller }: Asking, { vmid, pool }: Subject, privs: readonly string[]): void {
  if (pool !== undefined && hasAny(sim.world, caller.id, `/pool/${pool}`, privs)) return
  requireAny(sim.world, caller.id, `/vms/${vmid}`, privs)
}
