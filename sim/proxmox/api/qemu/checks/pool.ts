import type { World } from '../../../../world/world.ts'
import { forbidden } from '../../../failure.ts'

/** Refuses a pool that does not exist, in the way in which a missing right is refused. */
export function requirePool(world: World, poolid: string): void {
  if (!world.access.pools.some((pool) => pool.poolid === poolid)) throw forbidden(`pool '${poolid}' does not exist`)
}
