import type { GuestFactory } from '../guest/guest.ts'
import type { Network } from '../network/network.ts'
import type { Clock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { createApi } from './api/server.ts'
import { talosGuests } from './guest.ts'
import { createTalos, type Talos } from './talos.ts'
import { defaultTiming, type Timing } from './timing.ts'

/** Simulated machines with Talos, and the guests that they are for the hypervisor. */
export interface SimulatedTalos {
  readonly talos: Talos
  readonly guests: GuestFactory
}

/** Fills the machines of a world with Talos, as far as their disks hold it. */
export function simulateTalos(surroundings: {
  readonly world: World
  readonly clock: Clock
  readonly network: Network
  readonly timing?: Timing
}): SimulatedTalos {
  const talos = createTalos({ timing: defaultTiming, ...surroundings, accept: createApi() })
  return { talos, guests: talosGuests(talos) }
}
