import { compare } from './batches.ts'
import { fits, needsOf, release, sameNeeds, take } from './need.ts'
import type { Seat } from './outcome.ts'
import { free, type Room } from './room.ts'
import type { PlacementMachine } from './types.ts'

/** More machines than this are not searched: the budget would be spent long before the last one had its turn. */
const MOST_MACHINES = 100
/** How many times a machine is tried on a host before the search gives up. */
const MOST_TRIALS = 20_000

/**
 * Looks for seats for all machines by trying every combination, depth first, as far as a fixed number of trials goes.
 * Tight hosts are tried first, so that the order in which hosts are given matters to equal ones only; machines that need
 * the same are interchangeable, so only combinations with rising hosts are tried for them.
 * The seats found are counted against their hosts; when none are found nothing has changed.
 */
export function search(
  machines: readonly PlacementMachine[],
  rooms: readonly Room[],
  allowed: (machine: PlacementMachine, room: Room) => boolean,
): readonly Seat[] | undefined {
  if (machines.length > MOST_MACHINES) return undefined
  const tightFirst = rooms.toSorted(
    (a, b) => compare(free(a.cpu), free(b.cpu)) || compare(free(a.memory), free(b.memory)) || a.order - b.order,
  )
  const seats: Seat[] = []
  let trials = 0
  const descend = (index: number, from: number): boolean => {
    const machine = machines[index]
    if (machine === undefined) return true
    const before = seats.at(-1)
    const start = before !== undefined && sameNeeds(before.machine, machine) ? from : 0
    for (const [offset, room] of tightFirst.slice(start).entries()) {
      if (trials >= MOST_TRIALS) return false
      trials += 1
      if (!allowed(machine, room) || !fits(needsOf(machine, room))) continue
      take(machine, room)
      seats.push({ machine, room, reason: 'found by trying combinations, since no simpler order seats every machine' })
      if (descend(index + 1, start + offset)) return true
      seats.pop()
      release(machine, room)
    }
    return false
  }
  return descend(0, 0) ? seats : undefined
}
