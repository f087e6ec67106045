import type { GuestFactory } from '../guest/guest.ts'
import type { Network } from '../network/network.ts'
import { type Clock, realClock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { createApi } from './api/server.ts'
import { talosGuests } from './guest.ts'
import { createTalos, type Talos } from './talos.ts'
import { defaultTiming, type Timing } from './timing.ts'

/** Simulated machines with Talos, and the guests that they are for the hypervisor. */
export interface SimulatedTalos {
  readonly talos: Talos
  readonly guests: GuestFactory
  /** Ends every connection; the world can be taken up again later. */
  readonly close: () => void
}

/** Fills the machines of a world with Talos, as far as their disks hold it. */
export function simulateTalos(surroundings: {
  readonly world: World
  readonly clock: Clock
  readonly network: Network
  readonly timing?: Timing
  /** The time by which certificates end; the real one unless told, for whoever connects goes by that. */
  readonly certificateClock?: Clock
  /** Called before anything is acknowledged. */
  readonly settle?: () => void
  /** What machines without Talos are. */
  readonly others: GuestFactory
}): SimulatedTalos {
  const { timing = defaultTiming, settle: keep = () => undefined, certificateClock = realClock() } = surroundings
  const talos = createTalos({ ...surroundings, timing, keep, certificateClock, accept: createApi() })
  return { talos, guests: talosGuests(talos, surroundings.others), close: talos.close }
}
