import { compare } from './batches.ts'
import { makeWay } from './make-way.ts'
import { fits, headroom, type Need, needsOf, take } from './need.ts'
import { type Outcome, type Seat, settle, vacate } from './outcome.ts'
import { controlPlanesOn, free, type Room } from './room.ts'
import { search } from './search.ts'
import type { PlacementMachine } from './types.ts'
import { count } from './words.ts'

/** Which host a control plane likes best among those that are equally safe. */
export type Taste = 'most room' | 'least room' | 'first in order'

const TASTES: Readonly<Record<Taste, (needs: readonly Need[], room: Room) => readonly number[]>> = {
  'most room': (needs, room) => [-headroom(needs), -free(room.cpu), -free(room.memory)],
  'least room': (needs, room) => [headroom(needs), free(room.cpu), free(room.memory)],
  'first in order': (_, room) => [room.machines.used > 0 ? 0 : 1],
}

/**
 * Gives control planes hosts of their own wherever that can be done at all: each takes the safest host by taste, and
 * where all it could have are taken, others make way for it. Should control planes still share a host, which only a
 * shared storage that runs low can cause needlessly, combinations are tried.
 */
export function seatControlPlanes(
  machines: readonly PlacementMachine[],
  rooms: readonly Room[],
  taste: Taste,
): Outcome {
  const seated: Seat[] = []
  let unseated = machines
  // Whoever makes way may leave a shared storage too, so those left over ask again until nobody moves.
  for (let before = Infinity; unseated.length > 0 && unseated.length < before; ) {
    before = unseated.length
    unseated = unseated.filter((machine) => !seatOne(machine, seated, rooms, taste))
  }
  const apart = seatApart({ seated, unseated }, machines, rooms)
  return { ...apart, seated: apart.seated.map((each) => ({ ...each, reason: `control plane: ${each.reason}` })) }
}

function seatOne(machine: PlacementMachine, seated: Seat[], rooms: readonly Room[], taste: Taste): boolean {
  const liked = favourite(machine, rooms, taste)
  const crowd = liked === undefined ? Infinity : controlPlanesOn(liked)
  if (crowd > 0 && makeWay(machine, seated, rooms, crowd)) return true
  if (liked === undefined) return false
  take(machine, liked)
  seated.push({ machine, room: liked, reason: choice(machine, liked, rooms, taste) })
  return true
}

/** Why a control plane chose its host: asked once it is there, and before the next one chooses. */
function choice(machine: PlacementMachine, liked: Room, rooms: readonly Room[], taste: Taste): string {
  const { name } = liked.host
  const others = controlPlanesOn(liked) - 1
  const isFree = rooms.some((room) => controlPlanesOn(room) === 0)
  const why = isFree ? 'no host without one has room left' : 'every host already has one'
  const safe = others === 0 ? `no other one on ${name} yet` : `shares ${name} with ${count(others, 'other')}, as ${why}`
  return isTold(machine, rooms, taste) ? `${safe}, ${taste}` : safe
}

/** Room decides only between several hosts, of which one at least is known. */
function isTold(machine: PlacementMachine, rooms: readonly Room[], taste: Taste): boolean {
  const isKnown = (room: Room) => headroom(needsOf(machine, room)) < Infinity
  return rooms.length > 1 && (taste === 'first in order' || rooms.some(isKnown))
}

/** The host that is safest, then most to the taste, then first in order. */
function favourite(machine: PlacementMachine, rooms: readonly Room[], taste: Taste): Room | undefined {
  let best: { readonly room: Room; readonly rank: readonly number[] } | undefined
  for (const room of rooms) {
    const needs = needsOf(machine, room)
    if (!fits(needs)) continue
    const rank = [
      controlPlanesOn(room),
      needs.filter((need) => need.constraint === 'storage' && need.stock.controlPlanes > 0).length,
      ...TASTES[taste](needs, room),
    ]
    if (best === undefined || isLess(rank, best.rank)) best = { room, rank }
  }
  return best?.room
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const first = a.findIndex((value, index) => value !== b[index])
  return compare(a[first] ?? 0, b[first] ?? 0) < 0
}

function seatApart(outcome: Outcome, machines: readonly PlacementMachine[], rooms: readonly Room[]): Outcome {
  const crowded = outcome.seated.some((seat) => controlPlanesOn(seat.room) > 1)
  if ((!crowded && outcome.unseated.length === 0) || machines.length > rooms.length) return outcome
  vacate(outcome.seated)
  const seated = search(machines, rooms, (_, room) => controlPlanesOn(room) === 0)
  if (seated !== undefined) return { seated, unseated: [] }
  settle(outcome.seated)
  return outcome
}
