import { fits, needsOf, release, sameNeeds, take } from './need.ts'
import type { Seat } from './outcome.ts'
import { controlPlanesOn, type Room } from './room.ts'
import type { PlacementMachine } from './types.ts'

/** A machine that looks for a host; all but the first would leave their seat to the one before. */
interface Seeker {
  readonly machine: PlacementMachine
  readonly leaves?: { readonly seat: Seat; readonly to: Seeker }
}

/** A seeker and the host where the chain of seekers ends. */
interface Chain {
  readonly last: Seeker
  readonly room: Room
}

/**
 * Seats a control plane by letting seated ones move on, one for the other, until the last finds a host that holds fewer
 * than `crowd` control planes. With hosts that share nothing this is the alternating path of a bipartite matching: if it
 * finds none, there is no arrangement that is less crowded. Changes `seated` and the hosts only when it succeeds.
 */
export function makeWay(machine: PlacementMachine, seated: Seat[], rooms: readonly Room[], crowd: number): boolean {
  const chains = findChains(machine, seated, rooms, crowd)
  chains.sort((a, b) => controlPlanesOn(a.room) - controlPlanesOn(b.room))
  return chains.some((chain) => move(chain, seated))
}

function findChains(
  machine: PlacementMachine,
  seated: readonly Seat[],
  rooms: readonly Room[],
  crowd: number,
): Chain[] {
  const seekers: Seeker[] = [{ machine }]
  const chains: Chain[] = []
  for (const seeker of seekers) {
    for (const room of rooms) {
      if (controlPlanesOn(room) < crowd && fits(needsOf(seeker.machine, room))) chains.push({ last: seeker, room })
    }
    for (const seat of seated) {
      // One seeker stands for all that need the same: they could go exactly where it could.
      if (seekers.some((known) => sameNeeds(known.machine, seat.machine))) continue
      if (fitsInstead(seeker.machine, seat)) seekers.push({ machine: seat.machine, leaves: { seat, to: seeker } })
    }
  }
  return chains
}

function fitsInstead(machine: PlacementMachine, seat: Seat): boolean {
  release(seat.machine, seat.room)
  const yes = fits(needsOf(machine, seat.room))
  take(seat.machine, seat.room)
  return yes
}

/** Moves the chain from its end, and back again if a storage that several hosts share turns out too small. */
function move(chain: Chain, seated: Seat[]): boolean {
  const moved: Seat[] = []
  const left: Seat[] = []
  let room = chain.room
  for (let seeker: Seeker | undefined = chain.last; seeker !== undefined; seeker = seeker.leaves?.to) {
    const seat = seeker.leaves?.seat
    if (seat !== undefined) {
      release(seat.machine, seat.room)
      left.push(seat)
    }
    if (!fits(needsOf(seeker.machine, room))) {
      for (const undo of moved) release(undo.machine, undo.room)
      for (const undo of left) take(undo.machine, undo.room)
      return false
    }
    take(seeker.machine, room)
    moved.push({ machine: seeker.machine, room, reason: 'chosen so that others fit too' })
    if (seat !== undefined) room = seat.room
  }
  seated.splice(0, seated.length, ...seated.filter((seat) => !left.includes(seat)), ...moved)
  return true
}
