import type { PlacementHost, PlacementMachine, PlacementPolicy, Role } from './types.ts'

/** Something that can run out; hosts that share a storage hold the very same value. */
export interface Stock {
  readonly limit: number
  used: number
  /** How many control planes draw on it. */
  controlPlanes: number
}

/** A host and what is left of it while machines are being placed. */
export interface Room {
  readonly host: PlacementHost
  /** Position in the given list of hosts, which settles every tie. */
  readonly order: number
  readonly cpu: Stock
  readonly memory: Stock
  readonly machines: Stock
  readonly roles: Readonly<Record<Role, { readonly max: Stock; readonly loss: Stock }>>
  readonly storages: Stocks
  readonly devices: Stocks
}

/** Stocks by name; one that the host does not list is added on first use: empty, or endless where nothing is known. */
export interface Stocks {
  readonly named: Map<string, Stock>
  readonly others: number
}

/** A stock of which nothing is used yet. */
export function stock(limit: number): Stock {
  return { limit, used: 0, controlPlanes: 0 }
}

/** What is left of a stock; machines that were there before may have overdrawn it. */
export function free(of: Stock): number {
  return Math.max(0, of.limit - of.used)
}

/** How many control planes live on a host. */
export function controlPlanesOn(room: Room): number {
  return room.roles.controlplane.max.used
}

/** How many workers live on a host. */
export function workersOn(room: Room): number {
  return room.roles.worker.max.used
}

/** Opens one empty room per host; `machines` are all the machines of the cluster, of which a share may be lost. */
export function openRooms(
  hosts: readonly PlacementHost[],
  policy: PlacementPolicy,
  machines: readonly PlacementMachine[],
): Room[] {
  const workers = machines.reduce((count, machine) => count + (machine.role === 'worker' ? 1 : 0), 0)
  const shared = sharedStorages(hosts)
  return hosts.map((host, order) => ({
    host,
    order,
    cpu: stock(cpuLimit(host, policy)),
    memory: stock(host.memory === undefined ? Infinity : Math.max(0, host.memory - policy.reserve.memory)),
    machines: stock(policy.maxPerHost.total ?? Infinity),
    roles: {
      controlplane: {
        max: stock(policy.maxPerHost.controlPlane ?? Infinity),
        loss: stock(policy.hostLoss.controlPlanes ?? Infinity),
      },
      worker: { max: stock(policy.maxPerHost.worker ?? Infinity), loss: stock(losableWorkers(policy, workers)) },
    },
    storages: storagesOf(host, shared),
    devices: {
      named: new Map(Object.entries(host.devices ?? {}).map(([name, count]) => [name, stock(count)])),
      others: host.devices === undefined ? Infinity : 0,
    },
  }))
}

// A hair is added before rounding so that 100 × 1.15 counts as 115, not as 114.999….
const HAIR = 1e-6

function cpuLimit(host: PlacementHost, policy: PlacementPolicy): number {
  if (host.cpu === undefined) return Infinity
  return Math.max(0, Math.floor(host.cpu * policy.cpuOvercommit - policy.reserve.cpu + HAIR))
}

function losableWorkers(policy: PlacementPolicy, workers: number): number {
  const percent = policy.hostLoss.workersPercent
  return percent === undefined ? Infinity : Math.floor((workers * percent) / 100 + HAIR)
}

function storagesOf(host: PlacementHost, shared: ReadonlyMap<string, Stock>): Stocks {
  const listed = Object.entries(host.storages ?? {})
  const own = ({ free }: { readonly free?: number }) => stock(free ?? Infinity)
  return {
    named: new Map(listed.map(([name, of]) => [name, (of.shared ? shared.get(name) : undefined) ?? own(of)])),
    others: listed.length === 0 ? Infinity : 0,
  }
}

function sharedStorages(hosts: readonly PlacementHost[]): Map<string, Stock> {
  const sizes = new Map<string, number>()
  for (const host of hosts) {
    for (const [name, storage] of Object.entries(host.storages ?? {})) {
      if (storage.shared) sizes.set(name, Math.min(sizes.get(name) ?? Infinity, storage.free ?? Infinity))
    }
  }
  return new Map([...sizes].map(([name, size]) => [name, stock(size)]))
}
