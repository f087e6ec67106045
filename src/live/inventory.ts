import type { PlacementHost } from '../placement/types.ts'
import { readHardware } from '../proxmox/hardware/read-hardware.ts'
import type { ObservedHost, ObservedProxmox, ObservedStorage, ObservedVm } from '../proxmox/observe/observed.ts'
import { definedOnly } from '../resolve/defined-only.ts'
import type { Machine } from '../resolve/desired.ts'
import type { Inventory } from '../resolve/placing.ts'

/** What placement has to go by: the hosts that answer, with what guests of others leave, and where machines are. */
export function inventoryOf(observed: ObservedProxmox, machines: readonly Machine[]): Inventory {
  const hosts = observed.hosts.filter(({ unreachable }) => unreachable === undefined)
  const ours = new Map([...observed.unread, ...observed.vms].map((vm) => [vm.vmid, vm.host]))
  const down = observed.hosts.flatMap(({ name, unreachable }) => (unreachable === undefined ? [] : [name]))
  const placed = machines.flatMap(({ name, vmid }) => {
    const host = ours.get(vmid)
    return host === undefined ? [] : [[name, host] as const]
  })
  return { hosts: hosts.map((host) => hostOf(host, observed)), placed: new Map(placed), down: new Set(down) }
}

function hostOf(host: ObservedHost, { others, storages, vms, mappings }: ObservedProxmox): PlacementHost {
  const running = others.filter((guest) => guest.host === host.name && guest.power === 'running')
  const taken = running.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  const [heldHere, heldAnywhere] = [heldBy(vms.filter((vm) => vm.host === host.name)), heldBy(vms)]
  const here = storages.filter((storage) => storage.host === host.name && storage.active)
  const devices = mappings?.map(
    ({ id, devices }) => [id, devices.filter((one) => one.host === host.name).length] as const,
  )
  return {
    name: host.name,
    ...definedOnly({
      cpu: host.cpus,
      memory: host.memoryBytes === undefined ? undefined : Math.max(0, host.memoryBytes - taken),
      storages:
        here.length === 0
          ? undefined
          : Object.fromEntries(
              here.map((one) => [one.id, roomOf(one, (one.shared ? heldAnywhere : heldHere).get(one.id) ?? 0)]),
            ),
      devices: devices === undefined ? undefined : Object.fromEntries(devices.filter(([, count]) => count > 0)),
    }),
  }
}

function roomOf({ totalBytes, usedBytes, shared }: ObservedStorage, held: number) {
  if (totalBytes === undefined || usedBytes === undefined) return { shared }
  return { shared, free: Math.max(0, totalBytes - usedBytes) + held }
}

/** Bytes that disks of machines have on each storage. */
function heldBy(vms: readonly ObservedVm[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const { storage, sizeBytes = 0 } of vms.flatMap(({ config }) => readHardware(config).disks)) {
    held.set(storage, (held.get(storage) ?? 0) + sizeBytes)
  }
  return held
}
