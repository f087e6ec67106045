import { free, type Room, type Stock, type Stocks, stock } from './room.ts'
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
  const kind = machine.role === 'worker' ? 'worker' : 'control plane'
  const needs: Need[] = [
    { constraint: 'max-per-host', resource: 'machine', stock: room.machines, amount: 1 },
    { constraint: 'max-per-host', resource: kind, stock: role.max, amount: 1 },
    { constraint: 'host-loss', resource: kind, stock: role.loss, amount: 1 },
  ]
  if (machine.cpu > 0) needs.push({ constraint: 'cpu', stock: room.cpu, amount: machine.cpu })
  // Overcommit shares CPUs between machines; it does not let one machine have more than the host has.
  const threads = room.host.cpu ?? Infinity
  if (machine.cpu > threads) {
    needs.push({ constraint: 'cpu', resource: 'one machine', stock: stock(threads), amount: machine.cpu })
  }
  if (machine.memory > 0) needs.push({ constraint: 'memory', stock: room.memory, amount: machine.memory })
  const storages = storageOn(machine, room)
  for (const name in storages) {
    const amount = storages[name] ?? 0
    if (amount > 0) needs.push({ constraint: 'storage', resource: name, stock: stockOf(room.storages, name), amount })
  }
  if (machine.devices.length > 0) {
    for (const [name, amount] of countDevices(machine)) {
      needs.push({ constraint: 'device', resource: name, stock: stockOf(room.devices, name), amount })
    }
  }
  return needs
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

/** Puts a machine on a host, whether it fits or not; `needs` spares working them out again. */
export function take(machine: PlacementMachine, room: Room, needs = needsOf(machine, room)): void {
  draw(machine, needs, 1)
}

/** Takes a machine off a host again. */
export function release(machine: PlacementMachine, room: Room): void {
  draw(machine, needsOf(machine, room), -1)
}

/** Whether two machines ask the same of every host. */
export function sameNeeds(a: PlacementMachine, b: PlacementMachine): boolean {
  return (
    a.role === b.role &&
    a.cpu === b.cpu &&
    a.memory === b.memory &&
    a.devices.length === b.devices.length &&
    a.devices.every((device, index) => device === b.devices[index]) &&
    sameStorage(a.storage, b.storage)
  )
}

function draw(machine: PlacementMachine, needs: readonly Need[], sign: 1 | -1): void {
  for (const need of needs) {
    need.stock.used += sign * need.amount
    if (machine.role === 'controlplane') need.stock.controlPlanes += sign
  }
}

const SIZES: ReadonlySet<Limit> = new Set<Limit>(['cpu', 'memory', 'storage'])

function isSize(need: Need): boolean {
  return SIZES.has(need.constraint)
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

function stockOf(stocks: Stocks, name: string): Stock {
  const known = stocks.named.get(name)
  if (known !== undefined) return known
  const fresh = stock(stocks.others)
  stocks.named.set(name, fresh)
  return fresh
}

function sameStorage(a: PlacementMachine['storage'], b: PlacementMachine['storage']): boolean {
  return a === b || sameRecord(a, b, (x, y) => sameRecord(x, y, Object.is))
}

/** Compares without listing the keys: this runs for every machine. */
function sameRecord<T>(a: Record<string, T>, b: Record<string, T>, same: (x: T, y: T) => boolean): boolean {
  let surplus = 0
  for (const key in a) {
    const x = a[key]
    const y = b[key]
    if (x === undefined || y === undefined || !same(x, y)) return false
    surplus += 1
  }
  for (const _ in b) surplus -= 1
  return surplus === 0
}
