import type { Socket } from 'node:net'
import type { Clock } from '../src/world/clock.ts'
import type { Dial } from '../src/world/dial.ts'
import type { Listen } from '../src/world/listen.ts'
import { factoryFetcher } from './factory/fetcher.ts'
import { serveFactory } from './factory/server.ts'
import { armFaults, type Faults } from './faults/faults.ts'
import { emptyGuests } from './guest/empty-guest.ts'
import type { GuestFactory } from './guest/guest.ts'
import { type MappedNetwork, mappedNetwork } from './network/mapped.ts'
import type { Accept, Network } from './network/network.ts'
import { openHosts } from './open-hosts.ts'
import { watchLostHost } from './proxmox/api/ha/recover.ts'
import { resumeGuest } from './proxmox/api/qemu/status/start-vm.ts'
import { callerOf } from './proxmox/auth/caller.ts'
import { type Fetcher, worldFetcher } from './proxmox/fetcher.ts'
import { createSimulator, type Simulator } from './proxmox/simulator.ts'
import type { Kept, Store } from './store/store.ts'
import { simulateTalos } from './talos/simulated.ts'
import type { Talos } from './talos/talos.ts'
import type { Timing } from './talos/timing.ts'
import { acceleratedClock } from './world/clock.ts'
import { stoppableClock } from './world/stoppable-clock.ts'
import type { World } from './world/world.ts'

/** What everything that is simulated lives in. */
export interface Surroundings {
  readonly world: World
  readonly clock: Clock
  readonly network: Network
  /** Called before anything is acknowledged: what has changed is then safe. */
  readonly settle: () => void
}

/** What a world runs with. */
export interface StartOptions {
  readonly world: World
  /** How many simulated seconds pass in a real one. */
  readonly speed: number
  /** The simulated time to begin at; now when absent. */
  readonly now?: number
  /** The time itself, in place of one that runs at this speed. */
  readonly clock?: Clock
  /** Where its addresses exist; inside this process unless told. */
  readonly network?: (clock: Clock) => MappedNetwork
  /** How long machines take for what they do; as genuine ones unless told. */
  readonly timing?: Timing | undefined
  /** What runs inside the machines, in place of simulated Talos. */
  readonly guests?: GuestFactory
  /** Where it is kept; nowhere unless told. */
  readonly kept?: Kept
}

/** A world that runs. */
export interface RunningWorld {
  readonly world: World
  readonly sim: Simulator
  readonly talos: Talos
  readonly faults: Faults
  readonly speed: number
  /** The time in the world, for whoever deals with it. */
  readonly clock: Clock
  /** Connects to addresses of the world. */
  readonly dial: Dial
  /** Answers at addresses of the world. */
  readonly listen: Listen
  readonly network: Network
  /** Hands a connection to the API of a host. */
  readonly connect: (host: string, socket: Socket) => void
  /** Makes what was changed from outside of any request safe. */
  readonly settle: () => void
  /** Stops everything and writes it down; machines that are on will have been on all along. */
  readonly stop: () => void
}

/** Sets a world going: its Proxmox answers at the addresses of its hosts, and machines that were on go on. */
export function startWorld(options: StartOptions): RunningWorld {
  const { world, speed, kept } = options
  const outside = options.clock ?? acceleratedClock(speed, options.now ?? kept?.now)
  let store: Store | undefined
  const clock = stoppableClock(outside, () => store?.touch())
  const network = (options.network ?? mappedNetwork)(clock)
  const settle = () => {
    store?.touch()
    store?.commit()
  }
  const { talos, guests, fetcher, close } = inhabitants({ world, clock, network, settle }, options)
  const sim = createSimulator(world, clock, fetcher, guests)
  const faults = armFaults(sim)
  store = kept?.keep(world, outside, speed)
  sim.hooks.beforeAnswer.push(({ verb }) => {
    if (verb !== 'GET') store?.touch()
    store?.commit()
  })
  const hosts = openHosts(sim, network)
  resumeGuests(sim)
  talos.resume()
  for (const host of world.hosts) if (!host.online) watchLostHost(sim, host.name)
  return {
    world,
    sim,
    talos,
    faults,
    speed,
    clock: outside,
    dial: network.dial,
    listen: async (address, port, accept) => network.listen(address, port, accept),
    network,
    connect: hosts.connect,
    settle,
    stop() {
      clock.stop()
      close()
      hosts.close()
      network.close()
      store?.close()
    },
  }
}

/** What runs inside the machines and what there is on the web: the one place where these are chosen. */
function inhabitants(
  surroundings: Surroundings,
  { timing, guests: instead }: StartOptions,
): {
  readonly talos: Talos
  readonly guests: GuestFactory
  readonly fetcher: Fetcher
  readonly close: () => void
} {
  const { world, clock } = surroundings
  openFactory(surroundings)
  const others = emptyGuests(world.guests, clock)
  const { talos, guests, close } = simulateTalos({
    ...surroundings,
    others,
    ...(timing === undefined ? {} : { timing }),
  })
  return { talos, guests: instead ?? guests, fetcher: factoryFetcher(world, worldFetcher(world)), close }
}

/** Lets the image factory answer at its address; its certificate is made when somebody comes. */
function openFactory({ world, network, settle }: Surroundings): void {
  const { hostname, port } = new URL(world.factory.url)
  let factory: Promise<Accept> | undefined
  network.listen(hostname, port === '' ? 443 : Number(port), (socket) => {
    factory ??= serveFactory(world)
    factory.then(
      (accept) => {
        settle()
        accept(socket)
      },
      (error: Error) => socket.destroy(error),
    )
  })
}

function resumeGuests(sim: Simulator): void {
  for (const vm of sim.world.vms) {
    if (vm.run !== undefined && vm.kind === 'qemu')
      resumeGuest({ sim, caller: callerOf('root@pam'), node: vm.node }, vm)
  }
}
