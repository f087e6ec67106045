import { emptyGuests } from '../guest/empty-guest.ts'
import type { GuestFactory } from '../guest/guest.ts'
import { createGuests, type Guests } from '../guest/guests.ts'
import type { Clock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { type KeptRows, noRows } from './api/cluster/kept-rows.ts'
import type { KeptConfigs } from './api/qemu/config/kept-config.ts'
import { createVmPlaces, type VmPlaces } from './api/qemu/config/vm-places.ts'
import type { Fetcher } from './fetcher.ts'
import { type Hooks, noHooks } from './hooks.ts'
import { type ReleaseInfo, releases } from './release.ts'
import { createRouter, type Router } from './routes.ts'
import { createLocks, type Locks } from './tasks/locks.ts'
import { createWorkers, type Workers } from './tasks/workers.ts'

/** A simulated Proxmox datacenter: its data, its time, and what runs in it. */
export interface Simulator {
  readonly world: World
  readonly clock: Clock
  readonly release: ReleaseInfo
  readonly workers: Workers
  readonly locks: Locks
  readonly fetcher: Fetcher
  readonly guests: Guests
  readonly router: Router
  readonly hooks: Hooks
  /** Rows of the list that is asked for most. */
  readonly keptRows: KeptRows
  readonly keptConfigs: KeptConfigs
  readonly vmPlaces: VmPlaces
}

/** Sets a world going; its guests are empty unless somebody simulates what is inside them. */
export function createSimulator(
  world: World,
  clock: Clock,
  fetcher: Fetcher,
  guests: GuestFactory = emptyGuests(world.guests, clock),
): Simulator {
  return {
    world,
    clock,
    release: releases[world.flavour],
    workers: createWorkers(world, clock),
    locks: createLocks(clock),
    fetcher,
    guests: createGuests(guests),
    router: createRouter(releases[world.flavour].tables),
    hooks: noHooks(),
    keptRows: noRows(),
    keptConfigs: new WeakMap(),
    vmPlaces: createVmPlaces(),
  }
}
