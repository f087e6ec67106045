import { compare } from './batches.ts'
import { fits, type Need, needsOf } from './need.ts'
import { free, type Room } from './room.ts'
import { fixing, lacking } from './shortage-words.ts'
import type { Limit, PlacementFailure, PlacementMachine, Shortage } from './types.ts'
import { count, list, size } from './words.ts'

/** What hosts lack for a machine. */
export interface Lack {
  readonly hosts: readonly Shortage[]
  /** The shortages of the host that lacks the fewest things, and of those the smallest part of what is needed. */
  readonly closest: readonly Shortage[]
}

/** Weighs a machine against hosts that cannot take it. */
export function lackOf(machine: PlacementMachine, rooms: readonly Room[]): Lack {
  const byHost = rooms.map((room) => shortagesOf(machine, room)).filter((shortages) => shortages.length > 0)
  const closest = byHost.reduce((a, b) => {
    return (compare(b.length, a.length) || compare(part(worst(b)), part(worst(a)))) < 0 ? b : a
  })
  return { hosts: byHost.flat(), closest }
}

/** A machine that its hosts cannot take; the message tells of the host that comes closest. */
export function unfit(machine: PlacementMachine, { hosts, closest }: Lack): PlacementFailure {
  const { host, constraint } = worst(closest)
  const lacks = list(closest.map(lacking))
  const fixes = closest.map((short) => fixing(short, machine))
  const verdict =
    machine.pin === undefined
      ? `fits on no host: ${host}, which comes closest, ${lacks}`
      : `does not fit on ${host}, to which the file pins it: ${host} ${lacks}`
  return {
    machine: machine.name,
    constraint,
    message: `${machine.name} ${verdict}`,
    hint: [fixes.join('; '), ...elsewhere(machine, closest)].join(', '),
    hosts,
  }
}

/** A machine that is pinned to a host nobody has heard of. */
export function unknownPin(machine: PlacementMachine, pin: string, rooms: readonly Room[]): PlacementFailure {
  return {
    machine: machine.name,
    constraint: 'pin',
    message: `${machine.name} is pinned to ${pin}, which is not among the hosts that can be used`,
    hint: `pin ${machine.name} to ${names(rooms)}, or add ${pin} to the hosts, or bring it back`,
    hosts: [],
  }
}

/** A machine without a pin where the strategy places pinned machines only. */
export function noPin(machine: PlacementMachine, rooms: readonly Room[]): PlacementFailure {
  return {
    machine: machine.name,
    constraint: 'pin',
    message: `${machine.name} is not pinned, and the strategy pin leaves the choice of every host to the file`,
    hint: `pin ${machine.name} to ${names(rooms)}, or use the strategy spread`,
    hosts: [],
  }
}

/** A machine in a world without hosts. */
export function noHosts(machine: PlacementMachine): PlacementFailure {
  return {
    machine: machine.name,
    constraint: 'no-hosts',
    message: `there is no host to place ${machine.name} on`,
    hint: 'list at least one host, and check that it is online',
    hosts: [],
  }
}

function shortagesOf(machine: PlacementMachine, room: Room): readonly Shortage[] {
  return needsOf(machine, room)
    .filter((need) => !fits([need]))
    .map((need) => ({
      host: room.host.name,
      constraint: need.constraint,
      ...(need.resource === undefined ? {} : { resource: need.resource }),
      ...(isAbsent(need, room) ? { absent: true } : {}),
      needed: need.amount,
      limit: need.stock.limit,
      free: free(need.stock),
      short: need.amount - free(need.stock),
    }))
}

function isAbsent({ constraint, resource = '' }: Need, { host }: Room): boolean {
  const listed = constraint === 'storage' ? host.storages : constraint === 'device' ? host.devices : undefined
  return listed !== undefined && !Object.hasOwn(listed, resource)
}

function worst(shortages: readonly Shortage[]): Shortage {
  return shortages.reduce((a, b) => (part(b) > part(a) ? b : a))
}

function part(short: Shortage): number {
  return short.short / short.needed
}

/** Another host helps, unless the policy lets no host at all have such a machine. */
function elsewhere(machine: PlacementMachine, closest: readonly Shortage[]): string[] {
  if (machine.pin !== undefined) return [`or pin ${machine.name} to another host`]
  const forbidden = closest.some(({ constraint, limit }) => COUNTS.has(constraint) && limit < 1)
  return forbidden ? [] : [`or add a host with room for ${size(machine)}`]
}

const COUNTS: ReadonlySet<Limit> = new Set<Limit>(['max-per-host', 'host-loss'])

function names(rooms: readonly Room[]): string {
  return `${rooms.length > 5 ? `one of ${count(rooms.length, 'host')}, such as ` : ''}${list(
    rooms.slice(0, 5).map((room) => room.host.name),
    'or',
  )}`
}
