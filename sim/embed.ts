import type { Desired } from '../src/resolve/desired.ts'
import { begin } from './begin.ts'
import { type Access, accessOf } from './control/access.ts'
import { type RunningWorld, startWorld } from './start.ts'
import { openStore } from './store/store.ts'
import { idleClock } from './world/idle-clock.ts'

/** A world inside this process. */
export interface Embedded {
  readonly running: RunningWorld
  readonly access: Access
}

/** Takes up the world of a cluster where the last command left it, or begins one. */
export async function embedWorld(cluster: Desired, state: string, speed: number): Promise<Embedded> {
  const kept = await openStore(state)
  const world = kept.world ?? begin({ cluster }, kept.now)
  // Both sides compute in this process: what that takes would count as time in the world, many times over.
  const running = startWorld({ world, speed, kept, clock: idleClock(speed, kept.now) })
  return { running, access: await accessOf(world) }
}
