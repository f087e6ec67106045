import type { Desired } from '../src/resolve/desired.ts'
import { begin } from './begin.ts'
import { type Access, accessOf } from './control/access.ts'
import { type RunningWorld, startWorld } from './start.ts'
import { openStore } from './store/store.ts'
import { realClock, wait } from './world/clock.ts'
import { idleClock } from './world/idle-clock.ts'

/** A world inside this process. */
export interface Embedded {
  readonly running: RunningWorld
  readonly access: Access
  /** Leaves it as one leaves a real datacenter, whose tasks go on by themselves: they come to their end before it stops. */
  readonly leave: () => Promise<void>
}

/** Whoever leaves in a hurry has no longer patience than this. */
const LONGEST_FAREWELL_MS = 10_000
const LOOK_MS = 20

/** Takes up the world of a cluster where the last command left it, or begins one. */
export async function embedWorld(cluster: Desired, state: string, speed: number, writer = ''): Promise<Embedded> {
  const kept = await openStore(state, writer)
  const world = kept.world ?? begin({ cluster }, kept.now)
  // Both sides compute in this process: what that takes would count as time in the world, many times over.
  const running = startWorld({ world, speed, kept, clock: idleClock(speed, kept.now) })
  return { running, access: await accessOf(world), leave: () => leaveWorld(running) }
}

async function leaveWorld({ sim, stop }: RunningWorld): Promise<void> {
  const clock = realClock()
  const latest = clock.now() + LONGEST_FAREWELL_MS
  while (sim.workers.areBusy() && clock.now() < latest) await wait(clock, LOOK_MS)
  stop()
}
