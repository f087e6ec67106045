import { headroom, needsOf, sameNeeds, slots } from './need.ts'
import type { Room } from './room.ts'
import type { PlacementMachine } from './types.ts'

/** Machines of one pool that need the same, in the order given; never empty. */
export interface Batch {
  readonly model: PlacementMachine
  readonly machines: readonly PlacementMachine[]
}

/**
 * Pool by pool in the order the pools first appear; machines that take devices go before all others, since few hosts
 * can have them and the others then spread around them.
 */
export function asWritten(machines: readonly PlacementMachine[]): Batch[] {
  const pools = new Map<string, PlacementMachine[]>()
  for (const machine of machines) {
    const pool = pools.get(machine.pool)
    if (pool === undefined) pools.set(machine.pool, [machine])
    else pool.push(machine)
  }
  const ordered = [...pools.values()].flat()
  const takesDevices = (machine: PlacementMachine) => machine.devices.length > 0
  return runs([...ordered.filter(takesDevices), ...ordered.filter((machine) => !takesDevices(machine))])
}

/** The batches again, those first for which all hosts together have the fewest slots left. */
export function hardestFirst(batches: readonly Batch[], rooms: readonly Room[]): Batch[] {
  const weighed = batches.map((batch) => {
    const needs = rooms.map((room) => needsOf(batch.model, room))
    return { batch, slots: sum(needs.map(slots)), room: sum(needs.map(headroom)) }
  })
  return weighed.sort((a, b) => compare(a.slots, b.slots) || compare(a.room, b.room)).map(({ batch }) => batch)
}

/** Orders numbers, infinite ones too, for which subtraction would give no answer. */
export function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function runs(machines: readonly PlacementMachine[]): Batch[] {
  const batches: { model: PlacementMachine; machines: PlacementMachine[] }[] = []
  for (const machine of machines) {
    const last = batches.at(-1)
    if (last !== undefined && last.model.pool === machine.pool && sameNeeds(last.model, machine)) {
      last.machines.push(machine)
    } else batches.push({ model: machine, machines: [machine] })
  }
  return batches
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
