import { free, type Room, type Stock, stock } from './room.ts'
import type { Limit, PlacementMachine } from './types.ts'

/** What a machine would draw from one stock of a host. */
export interface Need {
  readonly constraint: Limit
  readonly resource?: string
  readonly stock: Stock
  readonly amount: number
}

/** Everything a machine would draw from a host: the one list that fitting, counting, taking and explaining go by. */
export function needsOf(machine: PlacementMachine, room: Room): readonly Need[] {
  const role = room.roles[machine.role]
  const kind = machine.role === 'worker' ? 'workers' : 'control planes'
  const needs: Need[] = [
    { constraint: 'cpu', stock: room.cpu, amount: machine.cpu },
    { constraint: 'memory', stock: room.memory, amount: machine.memory },
    { constraint: 'max-per-host', resource: 'machines', stock: room.machines, amount: 1 },
    { constraint: 'max-per-host', resource: kind, stock: role.max, amount: 1 },
    { constraint: 'host-loss', resource: kind, stock: role.loss, amount: 1 },
  ]
  // Overcommit shares CPUs between machines; it does not let one machine have more than the host has.
  const threads = room.host.cpu ?? Infinity
  if (machine.cpu > threads) {
    needs.push({ constraint: 'cpu', resource: 'one machine', stock: stock(threads), amount: machine.cpu })
  }
  for (const [name, amount] of Object.entries(storageOn(machine, room))) {
    needs.push({ constraint: 'storage', resource: name, stock: stockOf(room.storages, name, isListed(room)), amount })
  }
  for (const [name, amount] of countDevices(machine)) {
    const devices = stockOf(room.devices, name, room.host.devices !== undefined)
    needs.push({ constraint: 'device', resource: name, stock: devices, amount })
  }
  return needs.filter((need) => need.amount > 0)
}

/** Whether a host has all of it. */
export function fits(needs: readonly Need[]): boolean {
  return needs.every((need) => need.stock.used + need.amount <= need.stock.limit)
}

/** How many such machines the host still takes. */
export function slots(needs: readonly Need[]): number {
  return needs.reduce((least, need) => Math.min(least, Math.floor(free(need.stock) / need.amount)), Infinity)
}

/** How roomy the host is for such a machine: how often its CPU, memory and storage fit, in fractions too. */
export function headroom(needs: readonly Need[]): number {
  return needs.reduce(
    (least, need) => (isSize(need) ? Math.min(least, free(need.stock) / need.amount) : least),
    Infinity,
  )
}

/** Puts a machine on a host, whether it fits or not. */
export function take(machine: PlacementMachine, room: Room): void {
  draw(machine, room, 1)
}

/** Takes a machine off a host again. */
export function release(machine: PlacementMachine, room: Room): void {
  draw(machine, room, -1)
}

/** Whether two machines ask the same of every host. */
export function sameNeeds(a: PlacementMachine, b: PlacementMachine): boolean {
  return (
    a.role === b.role &&
    a.cpu === b.cpu &&
    a.memory === b.memory &&
    a.devices.length === b.devices.length &&
    a.devices.every((device, index) => device === b.devices[index]) &&
    (a.storage === b.storage || sameRecord(a.storage, b.storage, (x, y) => sameRecord(x, y, Object.is)))
  )
}

function draw(machine: PlacementMachine, room: Room, sign: 1 | -1): void {
  for (const need of needsOf(machine, room)) {
    need.stock.used += sign * need.amount
    if (machine.role === 'controlplane') need.stock.controlPlanes += sign
  }
}

const SIZES: ReadonlySet<Limit> = new Set<Limit>(['cpu', 'memory', 'storage'])

function isSize(need: Need): boolean {
  return SIZES.has(need.constraint)
}

function isListed(room: Room): boolean {
  return Object.keys(room.host.storages ?? {}).length > 0
}

function storageOn(machine: PlacementMachine, room: Room): Readonly<Record<string, number>> {
  const key = Object.hasOwn(machine.storage, room.host.name) ? room.host.name : '*'
  return (Object.hasOwn(machine.storage, key) ? machine.storage[key] : undefined) ?? {}
}

function countDevices(machine: PlacementMachine): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const device of machine.devices) counts.set(device, (counts.get(device) ?? 0) + 1)
  return counts
}

/** The stock under a name; one the host does not have is empty where the host's list is known, else endless. */
function stockOf(stocks: Map<string, Stock>, name: string, listed: boolean): Stock {
  const known = stocks.get(name)
  if (known !== undefined) return known
  const fresh = stock(listed ? 0 : Infinity)
  stocks.set(name, fresh)
  return fresh
}

function sameRecord<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  same: (x: T, y: T) => boolean,
): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const x = a[key]
      const y = b[key]
      return Object.hasOwn(b, key) && x !== undefined && y !== undefined && same(x, y)
    })
  )
}
