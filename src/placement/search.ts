import { fits, needsOf, release, sameNeeds, take } from './need.ts'
import type { Seat } from './outcome.ts'
import type { Room } from './room.ts'
import type { PlacementMachine } from './types.ts'

/** More machines than this are not searched: the budget would be spent long before the last one had its turn. */
const MOST_MACHINES = 100
/** How many times a machine is tried on a host before the search gives up. */
const MOST_TRIALS = 20_000

/**
 * Looks for seats for all machines by trying every combination, depth first, as far as a fixed number of trials goes.
 * Machines that need the same are interchangeable, so only combinations with rising hosts are tried for them.
 * The seats found are counted against their hosts; when none are found nothing has changed.
 */
export function search(
  machines: readonly PlacementMachine[],
  rooms: readonly Room[],
  allowed: (machine: PlacementMachine, room: Room) => boolean,
): readonly Seat[] | undefined {
  if (machines.length > MOST_MACHINES) return undefined
  const seats: Seat[] = []
  let trials = 0
  const descend = (index: number): boolean => {
    const machine = machines[index]
    if (machine === undefined) return true
    const before = seats.at(-1)
    const start = before !== undefined && sameNeeds(before.machine, machine) ? before.room.order : 0
    for (const room of rooms.slice(start)) {
      if (trials >= MOST_TRIALS) return false
      trials += 1
      if (!allowed(machine, room) || !fits(needsOf(machine, room))) continue
      take(machine, room)
      seats.push({ machine, room, reason: 'found by trying combinations, since no simpler order seats every machine' })
      if (descend(index + 1)) return true
      seats.pop()
      release(machine, room)
    }
    return false
  }
  return descend(0) ? seats : undefined
}
