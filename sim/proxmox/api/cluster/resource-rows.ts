import { cpusOf, type Host } from '../../../world/host.ts'
import type { Storage } from '../../../world/storage.ts'
import type { Vm } from '../../../world/vm.ts'
import { bootDiskBytes, cpusWithin, guestMemory, guestName } from '../../guests/facts.ts'
import type { Simulator } from '../../simulator.ts'
import { contentsOf, isEnabled, isShared } from '../storage/definition.ts'
import type { Overview } from './overview.ts'

/** What the row of a guest is made from, beside what the guest says itself and the time. */
export interface AboutGuest {
  readonly pool?: string | undefined
  readonly hastate?: string | undefined
  /** Processors of the host. */
  readonly cpus?: number | undefined
}

/** Seconds since a guest was started. */
export const guestUptime = ({ run }: Vm, now: number): number =>
  run === undefined ? 0 : Math.floor((now - run.since) / 1000)

/** A guest as the list of resources shows it; what is undefined is not shown. */
export function guestResource({ clock }: Simulator, vm: Vm, { pool, hastate, cpus }: AboutGuest = {}) {
  const { vmid, kind, node, run, config } = vm
  const running = run !== undefined
  const memory = guestMemory(vm)
  return {
    id: `${kind}/${vmid}`,
    type: kind,
    vmid,
    node,
    name: guestName(vm),
    status: running ? 'running' : 'stopped',
    template: config.template === '1' ? 1 : 0,
    maxcpu: cpusWithin(vm, cpus),
    cpu: running ? 0.01 : 0,
    maxmem: memory,
    mem: running ? Math.round(memory / 4) : 0,
    memhost: running ? Math.round(memory / 2) : 0,
    maxdisk: bootDiskBytes(vm),
    disk: 0,
    diskread: 0,
    diskwrite: 0,
    netin: 0,
    netout: 0,
    uptime: guestUptime(vm, clock.now()),
    pool,
    tags: config.tags,
    lock: config.lock,
    hastate,
  }
}

/** A storage of a node as the list of resources shows it. */
export function storageResource({ volumes }: Overview, storage: Storage, node: string) {
  const isUsable = isEnabled(storage, node)
  return {
    id: `storage/${node}/${storage.storage}`,
    type: 'storage',
    storage: storage.storage,
    node,
    plugintype: storage.type,
    content: contentsOf(storage).join(','),
    shared: isShared(storage) ? 1 : 0,
    status: isUsable ? 'available' : 'unknown',
    maxdisk: isUsable ? storage.totalBytes : undefined,
    disk: isUsable ? volumes(storage.storage, isShared(storage) ? undefined : node) : undefined,
  }
}

/** Memory that a host uses: its own, and that of the guests that run on it. */
export function usedMemory({ memory }: Overview, { name, memoryBytes }: Host): number {
  const own = Math.round(memoryBytes / 16)
  return Math.min(memoryBytes, own + memory(name))
}

/** Seconds since a host was started. */
export const hostUptime = ({ bootedAt }: Host, now: number): number => Math.floor((now - bootedAt) / 1000)

/** A host with the numbers that only auditors see. */
export function hostNumbers({ clock }: Simulator, overview: Overview, host: Host) {
  const limits = { maxcpu: cpusOf(host), maxmem: host.memoryBytes, maxdisk: host.rootBytes }
  if (!host.online) return limits
  return {
    ...limits,
    cpu: 0.02,
    mem: usedMemory(overview, host),
    disk: Math.round(host.rootBytes / 10),
    uptime: hostUptime(host, clock.now()),
  }
}

/** A host as lists show it to everybody. */
export function hostResource(host: Host) {
  const status = host.online ? 'online' : 'offline'
  return { id: `node/${host.name}`, type: 'node', node: host.name, status, level: '' }
}
