import type { Method } from '../../src/proxmox/method.ts'
import { emptyGuests } from '../guest/empty-guest.ts'
import type { GuestFactory } from '../guest/guest.ts'
import { createGuests, type Guests } from '../guest/guests.ts'
import type { Clock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import type { Caller } from './auth/caller.ts'
import type { Fetcher } from './fetcher.ts'
import { type ReleaseInfo, releases } from './release.ts'
import { createLocks, type Locks } from './tasks/locks.ts'
import { createWorkers, type Workers } from './tasks/workers.ts'

/** A request that is about to be carried out. */
export interface PendingRequest {
  readonly method: Method
  readonly path: string
  readonly caller: Caller
  /** The node that would carry it out. */
  readonly node: string
}

/** Looks at a request before anything happens; it may wait, or refuse by throwing. */
export type BeforeRequest = (request: PendingRequest) => void | Promise<void>

/** A simulated Proxmox datacenter: its data, its time, and what runs in it. */
export interface Simulator {
  readonly world: World
  readonly clock: Clock
  readonly release: ReleaseInfo
  readonly workers: Workers
  readonly locks: Locks
  readonly fetcher: Fetcher
  readonly guests: Guests
  readonly before: BeforeRequest[]
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
    before: [],
  }
}
