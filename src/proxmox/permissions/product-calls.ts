import type { Desired, Machine } from '../../resolve/desired.ts'
import { ownDrives } from '../../spec/vm/own-drives.ts'
import { cloneParameters, createParameters } from '../hardware/create-parameters.ts'
import { wantedVm } from '../hardware/wanted-vm.ts'
import { cidataFile } from '../images/cidata-file.ts'
import { qmConfig } from '../qm-config.ts'
import type { Release, Verb } from '../tables/types.ts'
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
  readonly release: Release
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
  { why: 'let hosts download Talos images', calls: (purpose) => downloadPlaces(purpose).map(download) },
  {
    why: 'remove old Talos images',
    calls: ({ desired, prune }) => (prune ? [seeEveryVm, ...imagePlaces(desired).map(removeImage)] : []),
  },
  { why: 'make the resource pool', calls: ({ desired: { proxmox } }) => poolCalls(proxmox.pool) },
  { why: 'make templates', calls: ({ desired }) => desired.machines.flatMap(prepareTemplate) },
  { why: 'make machines', calls: (purpose) => purpose.desired.machines.map((one) => make(one, purpose)) },
  {
    why: 'change the hardware of machines',
    calls: ({ desired }) => desired.machines.flatMap((one) => change(one, desired)),
  },
  { why: 'lay out configs on CDs, and remove them', calls: ({ desired }) => desired.machines.flatMap(deliverByCd) },
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

/** Where a machine goes is decided anew by what is free: each host that may carry one fetches its image. */
function downloadPlaces({ desired, hosts }: Purpose): readonly ImagePlace[] {
  const places = imagePlaces(desired)
  if (hosts.length === 0) return places
  const everywhere = places.flatMap((place) => hosts.map((node) => ({ ...place, node })))
  return [...new Map(everywhere.map((place) => [JSON.stringify(place), place])).values()]
}

const onStorage = (verb: Verb, below: string, { node, storage }: ImagePlace, parameters: Parameters = {}): Call => ({
  verb,
  path: `/nodes/{node}/storage/{storage}${below}`,
  parameters: { node, storage, ...parameters },
})

const listImages = (place: ImagePlace): Call => onStorage('GET', '/content', place, { content: place.content })

const fileOf = ({ content }: ImagePlace): string => (content === 'iso' ? 'talos.iso' : 'talos.qcow2')
const volumeOf = (place: ImagePlace): string => `${place.storage}:${place.content}/${fileOf(place)}`

function download(place: ImagePlace): Call {
  const filename = fileOf(place)
  const url = `https://factory.talos.dev/image/${filename}`
  return onStorage('POST', '/download-url', place, { content: place.content, filename, url })
}

const removeImage = (place: ImagePlace): Call =>
  onStorage('DELETE', '/content/{volume}', place, { volume: volumeOf(place) })

/** Whose VMs they are does not matter: any of them may refer to an image. */
const seeEveryVm: Call = { ...RESOURCES, sees: privilege('VM.Audit', '/vms') }

function poolCalls(pool: string | undefined): readonly Call[] {
  if (pool === undefined) return []
  return [
    { verb: 'POST', path: '/pools', parameters: { poolid: pool } },
    { ...RESOURCES, sees: privilege('Pool.Audit', `/pool/${pool}`) },
  ]
}

function onVm(verb: Verb, below: string, { host, vmid }: Pick<Machine, 'host' | 'vmid'>, parameters = {}): Call {
  const path = `/nodes/{node}/qemu/{vmid}${below}`
  return { verb, path, parameters: { node: host, vmid, ...parameters } }
}

/** A template holds the disk of its image and, as the machines will, the state of its firmware. */
function prepareTemplate({ host, image: { source }, storage, vm }: Machine): readonly Call[] {
  if (source.mode !== 'template' || !source.prepare) return []
  const { vmid } = source
  const image = volumeOf({ node: host, storage: storage.images, content: 'import' })
  const disk = `${storage.templates}:0,import-from=${image}`
  const firmware = vm.bios === 'ovmf' ? { efidisk0: `${storage.templates}:1`, bios: 'ovmf' } : {}
  const keys = { name: 'talos', [`${vm.disk.bus}0`]: disk, ...firmware }
  const one = { vmid, node: host }
  return [
    { verb: 'POST', path: '/nodes/{node}/qemu', parameters: { ...one, ...keys } },
    { verb: 'GET', path: '/nodes/{node}/qemu/{vmid}/config', parameters: one },
    { verb: 'POST', path: '/nodes/{node}/qemu/{vmid}/template', parameters: one },
  ]
}

// Rights depend neither on what a record says, nor on the host and template that stand in for those that are open.
const MAKING = { schematic: '', talmox: '' } as const
const ANY_HOST = 'host'
const ANY_TEMPLATE = 100

function make(machine: Machine, { desired, release }: Purpose): Call {
  const { host: node, image, storage } = machine
  const { source } = image
  const wanted = wantedVm(machine, desired, MAKING)
  const place = { node: node ?? ANY_HOST, pool: desired.proxmox.pool }
  if (source.mode === 'template') {
    const { vmid } = source
    const copy = { template: vmid ?? ANY_TEMPLATE, full: source.clone === 'full', storage: storage.disks }
    const parameters = { ...cloneParameters(wanted, { ...place, ...copy }, release), node, vmid }
    return { verb: 'POST', path: '/nodes/{node}/qemu/{vmid}/clone', parameters, storages: [storage.templates] }
  }
  const given = source.mode === 'iso' ? source.volume : undefined
  const content = source.mode === 'iso' ? 'iso' : 'import'
  const from = { mode: source.mode, volid: given ?? volumeOf({ node, storage: storage.images, content }) }
  const parameters = { ...createParameters(wanted, place, from, release), node }
  return { verb: 'POST', path: '/nodes/{node}/qemu', parameters }
}

function change(machine: Machine, desired: Desired): readonly Call[] {
  const disk = { disk: `${machine.vm.disk.bus}0`, size: '+1G' }
  return [
    onVm('POST', '/config', machine, ownKeys(machine, desired)),
    { ...onVm('PUT', '/resize', machine, disk), storages: [machine.vm.disk.storage ?? machine.storage.disks] },
  ]
}

/** The CD goes to the storage of images, into the drive, out of it, and away. */
function deliverByCd(machine: Machine): readonly Call[] {
  const { host: node, storage, talos, uuid, image } = machine
  if (talos.delivery !== 'cidata') return []
  const place: ImagePlace = { node, storage: storage.images, content: 'iso' }
  const filename = cidataFile(uuid)
  const volume = `${storage.images}:iso/${filename}`
  return [
    listImages(place),
    onStorage('POST', '/upload', place, { content: 'iso', filename }),
    onVm('POST', '/config', machine, { [ownDrives[image.arch].cloudInit]: `${volume},media=cdrom` }),
    onStorage('DELETE', '/content/{volume}', place, { volume }),
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

function otherStorages({ image: { source }, nics, storage, talos }: Machine): readonly string[] {
  const isByCd = talos.delivery === 'cidata'
  return [
    ...(isByCd ? [storage.images] : nics.some(({ method }) => method === 'static') ? [storage.cloudInit] : []),
    ...(source.mode === 'template' ? [storage.templates] : []),
    ...(source.mode === 'template' && !source.prepare ? [] : [storage.images]),
  ]
}
