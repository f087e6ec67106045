import type { Batch } from './batches.ts'
import { type Heap, pop, push } from './heap.ts'
import { fits, type Need, needsOf, slots, take } from './need.ts'
import type { Outcome, Seat } from './outcome.ts'
import { type Room, workersOn } from './room.ts'
import type { PlacementMachine } from './types.ts'
import { count, size } from './words.ts'

/** The slots of one host for the machines of one batch. */
interface Slots {
  readonly needs: readonly Need[]
  readonly total: number
  next: number
}

/**
 * Deals workers to hosts as cards are dealt: first slot of A, of B, of C, second slot of A, … A host's turn is counted
 * in all the workers it holds, so the dealing goes on evenly from batch to batch and around machines already there.
 * Equal turns go in the order of the hosts. Takes time proportional to machines × log hosts while hosts have room; a
 * host that is too full for a batch costs that batch one look.
 */
export function interleave(batches: readonly Batch[], rooms: readonly Room[]): Outcome {
  const queue: Heap<Room> = { items: [], before: hasEarlierTurn }
  for (const room of rooms) push(queue, room)
  const seated: Seat[] = []
  const unseated: PlacementMachine[] = []
  for (const batch of batches) {
    const open = new Map<Room, Slots>()
    const full: Room[] = []
    for (const machine of batch.machines) {
      const room = nextRoom(queue, machine, open, full)
      if (room === undefined) unseated.push(machine)
      else seated.push({ machine, room, reason: dealt(machine, room, open) })
    }
    for (const room of full) push(queue, room)
  }
  return { seated, unseated }
}

function hasEarlierTurn(a: Room, b: Room): boolean {
  return workersOn(a) < workersOn(b) || (workersOn(a) === workersOn(b) && a.order < b.order)
}

/** Takes the next slot and queues its host again; hosts found full are set aside until the batch is through. */
function nextRoom(
  queue: Heap<Room>,
  machine: PlacementMachine,
  open: Map<Room, Slots>,
  full: Room[],
): Room | undefined {
  for (let room = pop(queue); room !== undefined; room = pop(queue)) {
    const known = open.get(room)
    const needs = known?.needs ?? needsOf(machine, room)
    if (known === undefined) open.set(room, { needs, total: slots(needs), next: 0 })
    if (fits(needs)) {
      take(machine, room)
      push(queue, room)
      return room
    }
    full.push(room)
  }
  return undefined
}

function dealt(machine: PlacementMachine, room: Room, open: ReadonlyMap<Room, Slots>): string {
  const on = open.get(room)
  if (on === undefined) throw new Error(`bug: ${room.host.name} was dealt without slots`)
  const slot = on.next
  on.next += 1
  const total = on.total === Infinity ? 'as many slots as wanted' : count(on.total, 'slot')
  return `slot ${slot} of ${room.host.name} (${total} of ${size(machine)})`
}
