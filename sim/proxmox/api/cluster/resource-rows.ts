import { cpusOf, type Host } from '../../../world/host.ts'
import type { Storage } from '../../../world/storage.ts'
import type { Vm } from '../../../world/vm.ts'
import { bootDiskBytes, guestCpus, guestMemory, guestName, poolOf } from '../../guests/facts.ts'
import type { Simulator } from '../../simulator.ts'
import { contentsOf, isEnabled, isShared } from '../storage/definition.ts'
import { usageOf } from '../storage/usage.ts'

/** A guest as the list of resources shows it. */
export function guestResource(sim: Simulator, vm: Vm) {
  const { vmid, kind, node, run, config } = vm
  const pool = poolOf(sim.world, vmid)
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
    maxcpu: guestCpus(sim.world, vm),
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
    uptime: running ? Math.floor((sim.clock.now() - run.since) / 1000) : 0,
    ...(pool === undefined ? {} : { pool }),
    ...(config.tags === undefined ? {} : { tags: config.tags }),
    ...(config.lock === undefined ? {} : { lock: config.lock }),
  }
}

/** A storage of a node as the list of resources shows it. */
export function storageResource(sim: Simulator, storage: Storage, node: string) {
  const isUsable = isEnabled(storage, node)
  const { total, used } = usageOf(sim.world, storage, node)
  return {
    id: `storage/${node}/${storage.storage}`,
    type: 'storage',
    storage: storage.storage,
    node,
    plugintype: storage.type,
    content: contentsOf(storage).join(','),
    shared: isShared(storage) ? 1 : 0,
    status: isUsable ? 'available' : 'unknown',
    ...(isUsable ? { maxdisk: total, disk: used } : {}),
  }
}

/** Memory that a host uses: its own, and that of the guests that run on it. */
export function usedMemory(sim: Simulator, host: Host): number {
  const guests = sim.world.vms.filter((vm) => vm.node === host.name && vm.run !== undefined)
  const own = Math.round(host.memoryBytes / 16)
  return Math.min(host.memoryBytes, own + guests.reduce((sum, vm) => sum + guestMemory(vm), 0))
}

/** A host with the numbers that only auditors see. */
export function hostNumbers(sim: Simulator, host: Host) {
  const limits = { maxcpu: cpusOf(host), maxmem: host.memoryBytes, maxdisk: host.rootBytes }
  if (!host.online) return limits
  return {
    ...limits,
    cpu: 0.02,
    mem: usedMemory(sim, host),
    disk: Math.round(host.rootBytes / 10),
    uptime: Math.floor((sim.clock.now() - host.bootedAt) / 1000),
  }
}

/** A host as lists show it to everybody. */
export function hostResource(host: Host) {
  const status = host.online ? 'online' : 'offline'
  return { id: `node/${host.name}`, type: 'node', node: host.name, status, level: '' }
}
