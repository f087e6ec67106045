import type { Placement, PlacementHost, PlacementMachine, PlacementPolicy } from '../../src/placement/types.ts'

export const GIB = 2 ** 30

export const spread: PlacementPolicy = {
  strategy: 'spread',
  reserve: { cpu: 0, memory: 0 },
  cpuOvercommit: 1,
  maxPerHost: {},
  hostLoss: {},
}

/** A host of so many CPUs and GiB. */
export function host(name: string, cpu: number, memory: number, more: Partial<PlacementHost> = {}): PlacementHost {
  return { name, cpu, memory: memory * GIB, ...more }
}

/** A worker of so many CPUs and GiB; its pool is its name without the number. */
export function worker(
  name: string,
  cpu: number,
  memory: number,
  more: Partial<PlacementMachine> = {},
): PlacementMachine {
  const [, pool = name, index = '1'] = /^(.*)-(\d+)$/.exec(name) ?? []
  return {
    name,
    role: 'worker',
    pool,
    index: Number(index),
    cpu,
    memory: memory * GIB,
    storage: {},
    devices: [],
    ...more,
  }
}

/** A control plane of so many CPUs and GiB. */
export function controlPlane(
  name: string,
  cpu: number,
  memory: number,
  more: Partial<PlacementMachine> = {},
): PlacementMachine {
  return { ...worker(name, cpu, memory), role: 'controlplane', ...more }
}

/** So many machines, numbered from 1. */
export function several<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1))
}

/** Machine → host, as plain data. */
export function where(placement: Placement): Record<string, string> {
  return Object.fromEntries(placement.decisions.map(({ machine, host }) => [machine, host]))
}

/** The reason for one machine. */
export function why(placement: Placement, machine: string): string | undefined {
  return placement.decisions.find((decision) => decision.machine === machine)?.reason
}

/** The machines again, each a fact where it was placed. */
export function asFacts(machines: readonly PlacementMachine[], placement: Placement): PlacementMachine[] {
  const hosts = new Map(placement.decisions.map((decision) => [decision.machine, decision.host]))
  return machines.map((machine) => {
    const placed = hosts.get(machine.name)
    return placed === undefined ? machine : { ...machine, placed }
  })
}
