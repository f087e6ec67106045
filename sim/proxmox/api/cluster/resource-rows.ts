import { cpusOf, type Host } from '../../../world/host.ts'
import type { Storage } from '../../../world/storage.ts'
import type { Vm, VmConfig } from '../../../world/vm.ts'
import { bootDiskBytes, cpusWithin, guestMemory, guestName } from '../../guests/facts.ts'
import { contentsOf, isEnabled, isShared } from '../storage/definition.ts'
import type { Overview } from './overview.ts'

/** What the row of a guest tells that the guest does not say itself. */
export interface AboutGuest {
  readonly pool?: string | undefined
  readonly hastate?: string | undefined
  /** Processors of the host. */
  readonly cpus?: number | undefined
}

/** What the row of a guest is made from, but its settings and the time. */
export type GuestFacts = readonly [
  vmid: number,
  kind: Vm['kind'],
  node: string,
  running: boolean,
  cpusOfHost: number | undefined,
  pool: string | undefined,
  hastate: string | undefined,
]

/** Gathers what the row of a guest is made from. */
export const guestFacts = ({ vmid, kind, node, run }: Vm, { pool, hastate, cpus }: AboutGuest): GuestFacts => [
  vmid,
  kind,
  node,
  run !== undefined,
  cpus,
  pool,
  hastate,
]

/** Seconds since a guest was started. */
export const guestUptime = ({ run }: Vm, now: number): number =>
  run === undefined ? 0 : Math.floor((now - run.since) / 1000)

/** A guest as the list of resources shows it; what is undefined is not shown. */
export function guestRow([vmid, kind, node, running, cpus, pool, hastate]: GuestFacts, config: VmConfig, uptime = 0) {
  const guest = { vmid, kind, config }
  const memory = guestMemory(guest)
  return {
    id: `${kind}/${vmid}`,
    type: kind,
    vmid,
    node,
    name: guestName(guest),
    status: running ? 'running' : 'stopped',
    template: config.template === '1' ? 1 : 0,
    maxcpu: cpusWithin(guest, cpus),
    cpu: running ? 0.01 : 0,
    maxmem: memory,
    mem: running ? Math.round(memory / 4) : 0,
    memhost: running ? Math.round(memory / 2) : 0,
    maxdisk: bootDiskBytes(guest),
    disk: 0,
    diskread: 0,
    diskwrite: 0,
    netin: 0,
    netout: 0,
    uptime,
    pool,
    tags: config.tags,
    lock: config.lock,
    hastate,
  }
}

/** All that the row of a storage of a node is made from. */
export type StorageFacts = readonly [
  storage: string,
  node: string,
  type: string,
  content: string,
  shared: boolean,
  /** Nothing where the node cannot use it. */
  totalBytes: number | undefined,
  usedBytes: number | undefined,
]

/** Gathers what the rows of a storage are made from, for each node. */
export function storageFacts({ volumes }: Overview, storage: Storage): (node: string) => StorageFacts {
  const { storage: name, type, totalBytes } = storage
  const shared = isShared(storage)
  const content = contentsOf(storage).join(',')
  return (node) => {
    if (!isEnabled(storage, node)) return [name, node, type, content, shared, undefined, undefined]
    return [name, node, type, content, shared, totalBytes, volumes(name, shared ? undefined : node)]
  }
}

/** A storage of a node as the list of resources shows it. */
export function storageRow([storage, node, plugintype, content, shared, maxdisk, disk]: StorageFacts) {
  return {
    id: `storage/${node}/${storage}`,
    type: 'storage',
    storage,
    node,
    plugintype,
    content,
    shared: shared ? 1 : 0,
    status: maxdisk === undefined ? 'unknown' : 'available',
    maxdisk,
    disk,
  }
}

/** Memory that a host uses: its own, and that of the guests that run on it. */
export function usedMemory({ memory }: Overview, { name, memoryBytes }: Host): number {
  const own = Math.round(memoryBytes / 16)
  return Math.min(memoryBytes, own + memory(name))
}

/** Seconds since a host was started. */
export const hostUptime = ({ bootedAt }: Host, now: number): number => Math.floor((now - bootedAt) / 1000)

/** All that the row of a host is made from, but the time. */
export type HostFacts = readonly [
  name: string,
  online: boolean,
  /** Whether who asks may see the numbers. */
  audited: boolean,
  cpus: number,
  memoryBytes: number,
  rootBytes: number,
  usedMemory: number,
]

/** Gathers what the row of a host is made from. */
export function hostFacts(overview: Overview, host: Host, audited: boolean): HostFacts {
  const { name, online, memoryBytes, rootBytes } = host
  return [name, online, audited, cpusOf(host), memoryBytes, rootBytes, usedMemory(overview, host)]
}

/** A host as lists show it: its numbers only to auditors. */
export function hostRow(facts: HostFacts, uptime = 0) {
  const [name, online, audited] = facts
  const common = { id: `node/${name}`, type: 'node', node: name, status: online ? 'online' : 'offline', level: '' }
  return audited ? { ...common, ...hostNumbers(facts, uptime) } : common
}

/** The numbers of a host: what it uses only while it is there. */
export function hostNumbers([, online, , maxcpu, maxmem, maxdisk, mem]: HostFacts, uptime: number) {
  const limits = { maxcpu, maxmem, maxdisk }
  return online ? { ...limits, cpu: 0.02, mem, disk: Math.round(maxdisk / 10), uptime } : limits
}
