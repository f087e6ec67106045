import type { Desired } from '../src/resolve/desired.ts'
import { begin } from './begin.ts'
import { type Access, accessOf } from './control/access.ts'
import { type RunningWorld, startWorld } from './start.ts'
import { openStore } from './store/store.ts'

/** A world inside this process. */
export interface Embedded {
  readonly running: RunningWorld
  readonly access: Access
}

/** Takes up the world of a cluster where the last command left it, or begins one. */
export async function embedWorld(cluster: Desired, state: string, speed: number, writer = ''): Promise<Embedded> {
  const kept = await openStore(state, writer)
  const world = kept.world ?? begin({ cluster }, kept.now)
  const running = startWorld({ world, speed, kept })
  return { running, access: await accessOf(world) }
}
