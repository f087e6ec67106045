import type { Desired, Machine } from '../../resolve/desired.ts'
import { qmConfig } from '../qm-config.ts'
import type { Verb } from '../tables/types.ts'
import type { ApiCall, Parameters } from './call.ts'
import { privilege, type Requirement } from './requirement.ts'

/** A call that talmox makes for a cluster. */
export interface ProductCall extends ApiCall {
  /** What it is good for, as the end of "to …". */
  readonly why: string
  /** What must be visible to the caller in the answer, which Proxmox shortens without a word. */
  readonly sees?: Requirement
}

/** What the calls are made for. */
export interface Purpose {
  readonly desired: Desired
  /** The hosts that may carry machines; none while nobody has named them. */
  readonly hosts: readonly string[]
  /** Whether old images are to be removed, too. */
  readonly prune: boolean
}

/** One thing that talmox does with Proxmox, and its calls. */
interface Deed {
  readonly why: string
  readonly calls: (purpose: Purpose) => readonly Omit<ProductCall, 'why'>[]
}

/** Everything that talmox does with Proxmox. */
const deeds: readonly Deed[] = [
  { why: 'see how much room the hosts have', calls: seeHosts },
  { why: 'see how much room the storages have', calls: seeStorages },
  { why: 'see the machines of the cluster', calls: seeMachines },
  { why: 'see which images are there', calls: ({ desired }) => imagePlaces(desired).map(listImages) },
  { why: 'let hosts download Talos images', calls: ({ desired }) => imagePlaces(desired).map(download) },
  {
    why: 'remove old Talos images',
    calls: ({ desired, prune }) => (prune ? imagePlaces(desired).map(removeImage) : []),
  },
  { why: 'make the resource pool', calls: ({ desired: { proxmox } }) => poolCalls(proxmox.pool) },
  { why: 'make templates', calls: ({ desired }) => desired.machines.flatMap(prepareTemplate) },
  { why: 'make machines', calls: ({ desired }) => desired.machines.map((machine) => make(machine, desired)) },
  {
    why: 'change the hardware of machines',
    calls: ({ desired }) => desired.machines.flatMap((one) => change(one, desired)),
  },
  { why: 'start, stop and restart machines', calls: ({ desired }) => desired.machines.flatMap(power) },
  { why: 'learn addresses from the guest agent', calls: ({ desired }) => desired.machines.flatMap(learnAddresses) },
  { why: 'remove machines', calls: ({ desired }) => desired.machines.map((one) => onVm('DELETE', '', one)) },
]

/** Every call that talmox makes for a cluster, from the first look to its end. */
export function productCalls(purpose: Purpose): readonly ProductCall[] {
  return deeds.flatMap(({ why, calls }) => calls(purpose).map((call) => ({ ...call, why })))
}

/** Every storage that machines use for anything. */
export function storagesUsed({ machines }: Desired): readonly string[] {
  return [...new Set(machines.flatMap((machine) => [...diskStorages(machine), ...otherStorages(machine)]))]
}

type Call = Omit<ProductCall, 'why'>

const RESOURCES = { verb: 'GET', path: '/cluster/resources', parameters: {} } as const

function seeHosts({ hosts }: Purpose): readonly Call[] {
  const paths = hosts.length === 0 ? ['/nodes'] : hosts.map((host) => `/nodes/${host}`)
  return paths.map((path) => ({ ...RESOURCES, sees: privilege('Sys.Audit', path) }))
}

function seeStorages({ desired }: Purpose): readonly Call[] {
  return storagesUsed(desired).map((id) => ({ ...RESOURCES, sees: privilege('Datastore.Audit', `/storage/${id}`) }))
}

function seeMachines({ desired }: Purpose): readonly Call[] {
  return desired.machines.flatMap((machine) =>
    ['/config', '/pending', '/status/current'].map((below) => onVm('GET', below, machine)),
  )
}

/** A host, a storage, and what lies there. */
interface ImagePlace {
  readonly node: string | undefined
  readonly storage: string
  readonly content: 'import' | 'iso'
}

function imagePlaces({ machines }: Desired): readonly ImagePlace[] {
  const places = machines.flatMap(({ host: node, storage: { images: storage }, image: { source } }): ImagePlace[] => {
    if (source.mode === 'import' || (source.mode === 'template' && source.prepare))
      return [{ node, storage, content: 'import' }]
    return source.mode === 'iso' && source.volume === undefined ? [{ node, storage, content: 'iso' }] : []
  })
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}

const onStorage = (verb: Verb, below: string, { node, storage }: ImagePlace, parameters: Parameters = {}): Call => ({
  verb,
  path: `/nodes/{node}/storage/{storage}${below}`,
  parameters: { node, storage, ...parameters },
})

const listImages = (place: ImagePlace): Call => onStorage('GET', '/content', place, { content: place.content })

function download(place: ImagePlace): Call {
  const filename = place.content === 'iso' ? 'talos.iso' : 'talos.qcow2'
  const url = `https://factory.talos.dev/image/${filename}`
  return onStorage('POST', '/download-url', place, { content: place.content, filename, url })
}

const removeImage = (place: ImagePlace): Call =>
  onStorage('DELETE', '/content/{volume}', place, { volume: `${place.storage}:${place.content}/talos.qcow2` })

function poolCalls(pool: string | undefined): readonly Call[] {
  return pool === undefined ? [] : [{ verb: 'POST', path: '/pools', parameters: { poolid: pool } }]
}

function onVm(verb: Verb, below: string, { host, vmid }: Pick<Machine, 'host' | 'vmid'>, parameters = {}): Call {
  const path = `/nodes/{node}/qemu/{vmid}${below}`
  return { verb, path, parameters: { node: host, vmid, ...parameters } }
}

/** A template holds the disk of its image and, as the machines will, the state of its firmware. */
function prepareTemplate({ host, image, storage, vm }: Machine): readonly Call[] {
  if (image.source.mode !== 'template' || !image.source.prepare) return []
  const { vmid } = image.source
  const disk = `${storage.templates}:0,import-from=${storage.images}:import/talos.qcow2`
  const firmware = vm.bios === 'ovmf' ? { efidisk0: `${storage.templates}:1`, bios: 'ovmf' } : {}
  const keys = { name: 'talos', [`${vm.disk.bus}0`]: disk, ...firmware }
  const one = { vmid, node: host }
  return [
    { verb: 'POST', path: '/nodes/{node}/qemu', parameters: { ...one, ...keys } },
    { verb: 'GET', path: '/nodes/{node}/qemu/{vmid}/config', parameters: one },
    { verb: 'POST', path: '/nodes/{node}/qemu/{vmid}/template', parameters: one },
  ]
}

function make(machine: Machine, desired: Desired): Call {
  const { host: node, vmid, image, storage, vm } = machine
  const pool = desired.proxmox.pool === undefined ? {} : { pool: desired.proxmox.pool }
  if (image.source.mode === 'template') {
    const { clone, vmid: source } = image.source
    const full = clone === 'full' ? { full: true, storage: storage.disks } : { full: false }
    return {
      verb: 'POST',
      path: '/nodes/{node}/qemu/{vmid}/clone',
      parameters: { node, vmid: source, newid: vmid, name: machine.name, ...pool, ...full },
      storages: [storage.templates],
    }
  }
  const keys = ownKeys(machine, desired)
  const boot = `${vm.disk.bus}0`
  const imported = `${vm.disk.storage ?? storage.disks}:0,import-from=${storage.images}:import/talos.qcow2`
  const disk = image.source.mode === 'import' ? { [boot]: imported } : {}
  return { verb: 'POST', path: '/nodes/{node}/qemu', parameters: { node, vmid, ...pool, ...keys, ...disk } }
}

function change(machine: Machine, desired: Desired): readonly Call[] {
  const disk = { disk: `${machine.vm.disk.bus}0`, size: '+1G' }
  return [
    onVm('POST', '/config', machine, ownKeys(machine, desired)),
    { ...onVm('PUT', '/resize', machine, disk), storages: [machine.vm.disk.storage ?? machine.storage.disks] },
  ]
}

/** The keys that talmox decides. */
const ownKeys = (machine: Machine, { network }: Desired): Parameters => qmConfig(machine, network)

const power = (machine: Machine): readonly Call[] =>
  ['start', 'shutdown', 'stop', 'reboot'].map((verb) => onVm('POST', `/status/${verb}`, machine))

/** The agent is asked only for what nothing else tells. */
function learnAddresses(machine: Machine): readonly Call[] {
  const isOpen = machine.nics.some(({ method, addresses }) => method === 'dhcp' && addresses.length === 0)
  return isOpen && machine.vm.agent ? [onVm('GET', '/agent/network-get-interfaces', machine)] : []
}

function diskStorages({ vm, storage }: Machine): readonly string[] {
  const own = [vm.disk, ...vm.disks, ...[vm.efidisk, vm.tpm].flatMap((state) => state ?? [])]
  return own.map((disk) => disk.storage ?? storage.disks)
}

function otherStorages({ image: { source }, nics, storage }: Machine): readonly string[] {
  return [
    ...(nics.some(({ method }) => method === 'static') ? [storage.cloudInit] : []),
    ...(source.mode === 'template' ? [storage.templates] : []),
    ...(source.mode === 'template' && !source.prepare ? [] : [storage.images]),
  ]
}
