import type { PlacementHost } from '../placement/types.ts'
import { readHardware } from '../proxmox/hardware/read-hardware.ts'
import type {
  ObservedHost,
  ObservedProxmox,
  ObservedStorage,
  ObservedVm,
  OtherGuest,
} from '../proxmox/observe/observed.ts'
import { definedOnly } from '../resolve/defined-only.ts'
import type { Machine } from '../resolve/desired.ts'
import { groupBy } from '../resolve/group-by.ts'
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
  const contents = contentsOf(observed)
  return { hosts: hosts.map((host) => hostOf(host, contents)), placed: new Map(placed), down: new Set(down) }
}

/** What is on the hosts, by their names. */
interface Contents extends Pick<ObservedProxmox, 'mappings'> {
  readonly others: ReadonlyMap<string, readonly OtherGuest[]>
  readonly storages: ReadonlyMap<string, readonly ObservedStorage[]>
  readonly vms: ReadonlyMap<string, readonly ObservedVm[]>
  /** Bytes that disks of all machines have on each storage. */
  readonly heldAnywhere: ReadonlyMap<string, number>
}

function contentsOf({ others, storages, vms, mappings }: ObservedProxmox): Contents {
  const [byHost, heldAnywhere] = [{ others: grouped(others), storages: grouped(storages) }, heldBy(vms)]
  return { ...byHost, vms: grouped(vms), heldAnywhere, ...definedOnly({ mappings }) }
}

const grouped = <T extends { readonly host: string }>(list: readonly T[]) => groupBy(list, ({ host }) => host)

function hostOf(host: ObservedHost, { others, storages, vms, mappings, heldAnywhere }: Contents): PlacementHost {
  const running = others.get(host.name)?.filter((guest) => guest.power === 'running') ?? []
  const taken = running.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  const heldHere = heldBy(vms.get(host.name) ?? [])
  const here = storages.get(host.name)?.filter((storage) => storage.active) ?? []
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
