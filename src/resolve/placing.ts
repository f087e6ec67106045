import { place } from '../placement/place.ts'
import type { Placement, PlacementHost, PlacementMachine, PlacementPolicy } from '../placement/types.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import type { HostSpec } from '../spec/schema/proxmox.ts'
import { definedOnly } from './defined-only.ts'
import type { Draft } from './draft.ts'
import { storagesOn } from './storages.ts'

/** What is known of the world when machines are placed: the hosts that answer, and where machines already are. */
export interface Inventory {
  readonly hosts: readonly PlacementHost[]
  /** Host by machine name. */
  readonly placed: ReadonlyMap<string, string>
  /** Hosts that do not answer: nothing new can be put there, whatever the file lists. */
  readonly down?: ReadonlySet<string>
}

/** Decides the host of each machine; nothing while neither the file nor Proxmox has named a host. */
export function placeMachines(
  spec: Spec,
  drafts: readonly Draft[],
  hosts: readonly PlacementHost[] | undefined,
  inventory: Inventory | undefined,
): Placement | undefined {
  if (hosts === undefined) return undefined
  const known = new Set([...hosts.map(({ name }) => name), ...(inventory?.down ?? [])])
  const differing = [...known].filter((host) => spec.proxmox?.hosts?.[host]?.storage !== undefined)
  const machines = drafts.map((draft) => machineOf(spec, draft, { known, differing }, inventory))
  return place(machines, hosts, policyOf(spec))
}

/** The hosts that may carry machines, with what is known of each; nothing while neither the file nor Proxmox names any. */
export function hostsOf(spec: Spec, inventory: Inventory | undefined): PlacementHost[] | undefined {
  const listed = spec.proxmox?.hosts
  const names = listed === undefined ? inventory?.hosts.map(({ name }) => name) : Object.keys(listed)
  const capacity = capacityOf(spec)
  // A file that names the devices of one host has told where the devices are.
  const devices = Object.values(listed ?? {}).some(({ pci }) => pci !== undefined) ? {} : undefined
  const declared = (name: string) => declaredHost(name, { pci: devices, ...definedOnly(listed?.[name] ?? {}) })
  const up = names?.filter((name) => inventory?.down?.has(name) !== true)
  return up?.map((name) => {
    const live = inventory?.hosts.find((host) => host.name === name)
    if (capacity === 'ignore') return { name }
    if (capacity === 'declared') return declared(name)
    // What the file says is all there is until Proxmox answers, unless the file itself wants only Proxmox' answer.
    return live ?? (spec.placement?.capacity === 'live' ? { name } : declared(name))
  })
}

/** Where capacity is read: by default what the file declares, when it declares any. */
export function capacityOf(spec: Spec): 'live' | 'declared' | 'ignore' {
  const declares = Object.values(spec.proxmox?.hosts ?? {}).some(
    ({ cpu, memory }) => cpu !== undefined || memory !== undefined,
  )
  return spec.placement?.capacity ?? (declares ? 'declared' : 'live')
}

function declaredHost(name: string, { cpu, memory, storages, pci }: Partial<HostSpec>): PlacementHost {
  const free =
    storages === undefined
      ? undefined
      : Object.fromEntries(Object.entries(storages).map(([id, bytes]) => [id, { free: bytes }]))
  return {
    name,
    ...(cpu === undefined ? {} : { cpu }),
    ...(memory === undefined ? {} : { memory }),
    ...(free === undefined ? {} : { storages: free }),
    ...(pci === undefined ? {} : { devices: pci }),
  }
}

/** The hosts as machines are measured against them: all names, and those that use storages of their own. */
interface HostNames {
  readonly known: ReadonlySet<string>
  readonly differing: readonly string[]
}

function machineOf(
  spec: Spec,
  draft: Draft,
  { known, differing }: HostNames,
  inventory: Inventory | undefined,
): PlacementMachine {
  const { name, role, index, vm, pool, pin } = draft
  const placed = inventory?.placed.get(name)
  return {
    name,
    role,
    pool: pool.name,
    index,
    cpu: vm.cores * vm.sockets,
    memory: vm.memory,
    storage: storageNeeds(spec, draft, differing),
    devices: vm.pci.map(({ mapping, address }) => mapping ?? address ?? ''),
    // A pin to a host that does not exist is reported by its own rule.
    ...(pin !== undefined && known.has(pin.host) ? { pin: pin.host } : {}),
    ...(placed === undefined ? {} : { placed }),
  }
}

function storageNeeds(spec: Spec, draft: Draft, differing: readonly string[]): PlacementMachine['storage'] {
  const needs = (host: string | undefined) => {
    const { disks } = storagesOn(spec, draft, host)
    const sum: Record<string, number> = {}
    for (const disk of [draft.vm.disk, ...draft.vm.disks])
      sum[disk.storage ?? disks] = (sum[disk.storage ?? disks] ?? 0) + disk.size
    return sum
  }
  return Object.fromEntries([['*', needs(undefined)], ...differing.map((host) => [host, needs(host)] as const)])
}

function policyOf(spec: Spec): PlacementPolicy {
  const { strategy = 'spread', reserve = {}, cpuOvercommit = 4, maxPerHost = {}, hostLoss = {} } = spec.placement ?? {}
  return {
    strategy,
    reserve: { cpu: reserve.cpu ?? 0, memory: reserve.memory ?? 2 ** 31 },
    cpuOvercommit,
    maxPerHost: definedOnly(maxPerHost),
    hostLoss: definedOnly(hostLoss),
  }
}
