import type { Batch } from './batches.ts'
import { type Heap, pop, push } from './heap.ts'
import { fits, type Need, needsOf, slots, take } from './need.ts'
import type { Outcome, Seat } from './outcome.ts'
import { type Room, workersOn } from './room.ts'
import type { PlacementMachine } from './types.ts'
import { ordinal, size } from './words.ts'

/** The slots of one host for the machines of one batch. */
interface Slots {
  readonly room: Room
  readonly needs: readonly Need[]
  /** A slot in words: its position, how many there are, and of what size. */
  readonly words: (position: number) => string
  /** The position of the next one, from 1. */
  next: number
}

/**
 * Deals workers to hosts as cards are dealt: first slot of A, of B, of C, second slot of A, … A host's turn is counted
 * in all the workers it holds, so the dealing goes on evenly from batch to batch and around machines already there.
 * Equal turns go in the order of the hosts. Takes time proportional to machines × log hosts while hosts have room; a
 * host that is too full for a batch costs that batch one look.
 */
export function interleave(batches: readonly Batch[], rooms: readonly Room[]): Outcome {
  const queue: Turns = { heap: { items: [], before: (a, b) => a < b }, rooms }
  for (const room of rooms) enqueue(queue, room)
  const seated: Seat[] = []
  const unseated: PlacementMachine[] = []
  for (const batch of batches) {
    const open = new Map<Room, Slots>()
    const full: Room[] = []
    for (const machine of batch.machines) {
      const on = nextSlot(queue, batch.model, open, full)
      if (on === undefined) unseated.push(machine)
      else {
        take(machine, on.room, on.needs)
        enqueue(queue, on.room)
        seated.push({ machine, room: on.room, reason: on.words(on.next) })
        on.next += 1
      }
    }
    for (const room of full) enqueue(queue, room)
  }
  return { seated, unseated }
}

/** Hosts in the order of their turns; a turn is one number, workers × hosts + order, as numbers compare fastest. */
interface Turns {
  readonly heap: Heap<number>
  readonly rooms: readonly Room[]
}

function enqueue({ heap, rooms }: Turns, room: Room): void {
  push(heap, workersOn(room) * rooms.length + room.order)
}

function dequeue({ heap, rooms }: Turns): Room | undefined {
  const turn = pop(heap)
  return turn === undefined ? undefined : rooms[turn % rooms.length]
}

/** Finds the host whose turn it is; hosts found full are set aside until the batch is through. */
function nextSlot(queue: Turns, model: PlacementMachine, open: Map<Room, Slots>, full: Room[]): Slots | undefined {
  for (let room = dequeue(queue); room !== undefined; room = dequeue(queue)) {
    const on = open.get(room) ?? slotsOf(model, room)
    if (fits(on.needs)) {
      open.set(room, on)
      return on
    }
    full.push(room)
  }
  return undefined
}

function slotsOf(model: PlacementMachine, room: Room): Slots {
  const needs = needsOf(model, room)
  const total = slots(needs)
  return { room, needs, words: wordsFor(total, size(model), room.host.name), next: 1 }
}

function wordsFor(total: number, what: string, host: string): Slots['words'] {
  if (total === Infinity) return (position) => `${ordinal(position)} of its size on ${host}, whose room is not known`
  if (total === 1) return () => `the only place for ${what} on ${host}`
  return (position) => `${ordinal(position)} of ${total} places for ${what} on ${host}`
}
