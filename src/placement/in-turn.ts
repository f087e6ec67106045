import { type Batch, compare } from './batches.ts'
import { fits, headroom, needsOf, take } from './need.ts'
import type { Outcome, Seat } from './outcome.ts'
import type { Room } from './room.ts'
import type { PlacementMachine } from './types.ts'
import { size } from './words.ts'

/** Fills hosts in order, those first that already hold a machine, so that few hosts are used. */
export function firstFit(batches: readonly Batch[], rooms: readonly Room[]): Outcome {
  const order = () => [...rooms.filter(isInUse), ...rooms.filter((room) => !isInUse(room))]
  return fillInTurn(batches, order, (machine) => `first host in order with room for ${size(machine)}`)
}

/** Fills the tightest host first, so that the roomy ones stay free for what fits nowhere else. */
export function bestFit(batches: readonly Batch[], rooms: readonly Room[]): Outcome {
  const order = (model: PlacementMachine) =>
    rooms
      .map((room) => ({ room, headroom: headroom(needsOf(model, room)) }))
      .sort((a, b) => compare(a.headroom, b.headroom))
      .map(({ room }) => room)
  return fillInTurn(
    batches,
    order,
    (machine) => `tightest host with room for ${size(machine)}, since an even spread leaves machines without a host`,
  )
}

function fillInTurn(
  batches: readonly Batch[],
  order: (model: PlacementMachine) => readonly Room[],
  reason: (machine: PlacementMachine) => string,
): Outcome {
  const seated: Seat[] = []
  const unseated: PlacementMachine[] = []
  for (const batch of batches) {
    const waiting = batch.machines.values()
    let machine = waiting.next()
    for (const room of order(batch.model)) {
      if (machine.done) break
      const needs = needsOf(batch.model, room)
      for (; !machine.done && fits(needs); machine = waiting.next()) {
        take(machine.value, room, needs)
        seated.push({ machine: machine.value, room, reason: reason(machine.value) })
      }
    }
    for (; !machine.done; machine = waiting.next()) unseated.push(machine.value)
  }
  return { seated, unseated }
}

function isInUse(room: Room): boolean {
  return room.machines.used > 0
}
