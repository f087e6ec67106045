import type { Machine } from '../../resolve/desired.ts'
import type { Begun } from './begun.ts'

/** A machine that a VM may turn out to be. */
export type ExpectedMachine = Pick<Machine, 'name' | 'vmid' | 'uuid' | 'pool' | 'index' | 'vm'>

/** The cluster whose machines are looked for. */
export interface Cluster {
  readonly cluster: string
  readonly machines: readonly ExpectedMachine[]
  /** Machines whose making has begun and was never seen to end. */
  readonly begun?: readonly Pick<Begun, 'vmid' | 'host'>[]
}

/** The same, for looking up many guests. */
export interface Roster {
  readonly cluster: string
  readonly byVmid: ReadonlyMap<number, ExpectedMachine>
  readonly names: ReadonlySet<string>
  readonly uuids: ReadonlySet<string>
  /** The VMID of each machine, by pool and index. */
  readonly vmids: ReadonlyMap<string, number>
  /** Hosts on which a making has begun and was never seen to end, by VMID. */
  readonly begun: ReadonlyMap<number, ReadonlySet<string>>
}

/** Looks through the machines of a cluster once. */
export function rosterOf({ cluster, machines, begun = [] }: Cluster): Roster {
  const hosts = new Map<number, Set<string>>()
  for (const { vmid, host } of begun) hosts.set(vmid, (hosts.get(vmid) ?? new Set()).add(host))
  return {
    cluster,
    byVmid: new Map(machines.map((machine) => [machine.vmid, machine])),
    names: new Set(machines.map(({ name }) => name)),
    uuids: new Set(machines.map(({ uuid }) => uuid)),
    vmids: new Map(machines.map((machine) => [seatOf(machine), machine.vmid])),
    begun: hosts,
  }
}

/** The place of a machine in its cluster; names of pools have no slash. */
export const seatOf = ({ pool, index }: Pick<ExpectedMachine, 'pool' | 'index'>): string => `${pool}/${index}`
