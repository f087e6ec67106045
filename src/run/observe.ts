import type { Tools } from '../actions/tools.ts'
import { inventoryOf } from '../live/inventory.ts'
import type { EtcdLive, HomeLive, KubernetesAnswers, Live } from '../live/live.ts'
import { addressOf } from '../live/node-address.ts'
import {
  type Look,
  observeCluster,
  observeKubernetes,
  observeTalos,
  reachableMachines,
  withVersions,
} from '../live/observe.ts'
import { findObstacles } from '../live/obstacles.ts'
import type { TalosAccess } from '../live/talos-access.ts'
import type { ProxmoxClient } from '../proxmox/client/client.ts'
import type { ObservedImage, ObservedProxmox } from '../proxmox/observe/observed.ts'
import { type ImagePlace, readImages } from '../proxmox/observe/parts.ts'
import { isVmidFree } from '../proxmox/observe/vmid-free.ts'
import type { Desired, Image, Machine } from '../resolve/desired.ts'
import { resolve } from '../resolve/resolve.ts'
import type { Loaded } from '../spec/load.ts'
import type { Problem } from '../spec/problem.ts'
import type { Document } from '../talos/document/value.ts'
import { UserError } from '../user-error.ts'
import type { Redaction } from '../world/redaction.ts'
import type { World } from '../world/world.ts'
import type { ClusterSecrets } from './cluster-secrets.ts'
import { readBegun } from './home/begun.ts'
import { withContract } from './home/contract.ts'
import { type ClusterFacts, readFacts } from './home/facts.ts'
import type { Home } from './home/home.ts'
import { type ConfigSource, machineConfigs } from './machine-configs.ts'
import { checkConfigs } from './render/check-configs.ts'

/** One look at the world, with the cluster as it should be in it. */
export interface Observation {
  /** Nothing when the file and the world do not fit together; the problems say why. */
  readonly desired: Desired | undefined
  readonly live: Live
  readonly problems: readonly Problem[]
}

/** What looking takes. */
export interface ObserveOptions {
  readonly loaded: Loaded
  readonly desired: Desired
  readonly home: Home
  readonly proxmox: ProxmoxClient
  readonly world: Pick<World, 'dial'>
  readonly secrets: ClusterSecrets
  readonly places: ConfigSource['places']
  readonly talos: () => Promise<TalosAccess>
  readonly schematic: (image: Image) => Promise<string>
  readonly tools: (desired: Desired) => Tools
  /** Told what guest agents say, so that nobody has to ask them again. */
  readonly learnt: Tools['learnt']
  readonly redaction: Redaction
}

/** Looks at everything that matters to a cluster, and resolves its file against what was found. */
export async function observe(
  options: ObserveOptions,
  { inventory = false, obstacles = false, onlyProxmox = false, ...look }: Look = {},
): Promise<Observation> {
  const { loaded, home, proxmox, world, secrets } = options
  const begun = await readBegun(home)
  const [observed, facts, bundle] = await Promise.all([
    observeCluster(proxmox, options.desired, { ...look, begun }),
    readFacts(home),
    secrets.find(),
  ])
  const { desired: resolved, problems: misfits } = resolve(loaded, inventoryOf(observed, options.desired.machines))
  // Where the machines should be does not matter for what they are; without a place nothing is planned.
  const desired = withContract(resolved ?? options.desired, facts, loaded)
  learnAddresses(options.learnt, desired, observed)
  const ids = await schematicIds(options, desired)
  // Known before the first machine is made: nobody wants to wait for machines that get no config.
  const faults = onlyProxmox ? [] : checkConfigs(loaded, desired)
  const areSound = faults.every(({ severity }) => severity !== 'error')
  const configs = areSound && !onlyProxmox ? await wantedConfigs(options, desired, observed, ids, facts) : new Map()
  const tools = options.tools(desired)
  const [seen, images] = await Promise.all([
    observeTalos(
      await options.talos(),
      onlyProxmox ? [] : reachableMachines(desired, observed),
      configs,
      options.redaction.mask,
      (controlPlanes) => observeKubernetes(controlPlanes, () => askKubernetes(tools, desired).catch(unreachable)),
    ),
    lookThrough(proxmox, [...missingImages(desired, observed), ...cdPlaces(desired, observed)]),
  ])
  const { beside: kubernetes } = seen
  const hidden = await hiddenMembers(proxmox, desired, observed, seen.etcd)
  const inTheWay = obstacles ? await findObstacles({ proxmox, world, begun }, desired, observed) : undefined
  const live: Live = {
    proxmox: { ...observed, ...(images === undefined ? {} : { images }) },
    schematics: ids,
    nodes: await withVersions(seen, kubernetes),
    etcd: seen.etcd,
    kubernetes,
    home: await homeLive(tools, facts, bundle !== undefined),
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(inTheWay === undefined ? {} : { obstacles: inTheWay }),
    ...(inventory ? { inventory: await tools.inventory() } : {}),
  }
  return { desired: resolved === undefined || !areSound ? undefined : desired, live, problems: [...misfits, ...faults] }
}

async function askKubernetes(
  { kubernetes }: Tools,
  { network, kubernetes: { cni } }: Desired,
): Promise<Omit<KubernetesAnswers, 'kind'>> {
  const [nodes, manifests, unready] = await Promise.all([
    kubernetes.nodes(),
    kubernetes.manifests(),
    cni.name === 'none' ? [] : kubernetes.unready(),
  ])
  const silentAt = await kubernetes.silentAt(network.vips)
  return {
    nodes,
    manifests,
    ...(silentAt.length === 0 ? {} : { silentAt }),
    ...(unready.length === 0 ? {} : { unready }),
  }
}

/** A member of etcd whose machine is not shown may only be hidden from this token, which its number tells. */
async function hiddenMembers(
  client: ProxmoxClient,
  { machines }: Desired,
  { vms, unread }: ObservedProxmox,
  { members }: EtcdLive,
): Promise<readonly number[]> {
  const shown = new Set([...vms, ...unread].map(({ vmid }) => vmid))
  const lost = machines.filter(({ name, vmid }) => !shown.has(vmid) && members.some((member) => member.name === name))
  const free = await Promise.all(lost.map(({ vmid }) => isVmidFree(client, vmid)))
  return lost.flatMap(({ vmid }, at) => (free[at] ? [] : [vmid]))
}

function learnAddresses(learnt: Tools['learnt'], { machines, network }: Desired, { vms }: ObservedProxmox): void {
  const byVmid = new Map(vms.map((vm) => [vm.vmid, vm]))
  for (const machine of machines) {
    const address = addressOf(machine, byVmid.get(machine.vmid), network)
    if (address === undefined) learnt.delete(machine.name)
    else learnt.set(machine.name, address)
  }
}

async function schematicIds({ schematic }: ObserveOptions, { machines }: Desired): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(machines.map(async ({ name, image }) => [name, await schematic(image)])))
}

/** The configs that machines should have; nothing while the address of the Kubernetes API is not known. */
async function wantedConfigs(
  { loaded, secrets, places, redaction, learnt: addresses }: ObserveOptions,
  desired: Desired,
  observed: ObservedProxmox,
  ids: Readonly<Record<string, string>>,
  facts: ClusterFacts | undefined,
): Promise<ReadonlyMap<string, readonly Document[]>> {
  const endpoint = desired.network.endpoint ?? facts?.endpoint
  const bundle = await secrets.find()
  if (endpoint === undefined || endpoint === '' || bundle === undefined) return new Map()
  const running = new Set(observed.vms.filter(({ power }) => power === 'running').map(({ vmid }) => vmid))
  const machines = desired.machines.filter(({ vmid }) => running.has(vmid))
  const byImage = new Map(desired.machines.map(({ name, image }) => [image, ids[name] ?? '']))
  const schematic = (image: Image) => byImage.get(image) ?? ''
  const learnt = ({ name }: Machine) => addresses.get(name)
  return await machineConfigs({ loaded, desired, bundle, endpoint, schematic, learnt, places, redaction }, machines)
}

/** Where images are looked for, while machines are to be made from them. */
function missingImages({ machines }: Desired, { vms, hosts }: ObservedProxmox): readonly ImagePlace[] {
  const there = new Set(vms.map(({ vmid }) => vmid))
  const up = hostsUp(hosts)
  return machines.flatMap(({ vmid, host, storage, image }) => {
    if (there.has(vmid) || host === undefined || !up.has(host)) return []
    return [{ host, storage: storage.images, content: image.source.mode === 'iso' ? 'iso' : 'import' }]
  })
}

/** Where CDs with configs may lie: a run that was cut off leaves one that no machine tells of. */
function cdPlaces({ machines }: Desired, { vms, hosts, storages }: ObservedProxmox): readonly ImagePlace[] {
  const byVmid = new Map(vms.map((vm) => [vm.vmid, vm]))
  const up = hostsUp(hosts)
  const shared = new Set(storages.flatMap(({ id, shared }) => (shared ? [id] : [])))
  const places = machines.flatMap(({ vmid, host: planned, storage, talos }): ImagePlace[] => {
    const host = byVmid.get(vmid)?.host ?? planned
    if (talos.delivery !== 'cidata' || host === undefined || !up.has(host)) return []
    return [{ host, storage: storage.images, content: 'iso' }]
  })
  return [
    ...new Map(
      places.map((one) => [shared.has(one.storage) ? one.storage : `${one.storage} ${one.host}`, one]),
    ).values(),
  ]
}

const hostsUp = (hosts: ObservedProxmox['hosts']): ReadonlySet<string> =>
  new Set(hosts.flatMap(({ name, unreachable }) => (unreachable === undefined ? [name] : [])))

/** What lies at places, each looked at once; nothing where there is none to look at. */
async function lookThrough(
  client: ProxmoxClient,
  all: readonly ImagePlace[],
): Promise<readonly ObservedImage[] | undefined> {
  const places = new Map(all.map((place) => [`${place.host} ${place.storage} ${place.content}`, place]))
  if (places.size === 0) return undefined
  return (await Promise.all([...places.values()].map((place) => readable(readImages(client, place, {}))))).flat()
}

/** A storage that cannot be listed has no image as far as anyone can tell; fetching into it says what is wrong. */
const readable = (images: Promise<readonly ObservedImage[]>) =>
  images.catch((error: unknown): readonly ObservedImage[] => {
    if (error instanceof UserError) return []
    throw error
  })

function unreachable(error: unknown): { readonly unreachable: string } {
  if (error instanceof UserError) return { unreachable: error.message }
  throw error
}

/** An address that nobody knows yet is in no client config. */
function notYet(error: unknown): false {
  if (error instanceof UserError) return false
  throw error
}

async function homeLive(
  { home, desired }: Tools,
  facts: ClusterFacts | undefined,
  hasSecrets: boolean,
): Promise<HomeLive> {
  const fit = hasSecrets && (await home.hasClientConfigs().catch(notYet))
  const learnt = desired.network.endpoint === undefined ? (facts?.endpoint ?? '') : ''
  return {
    secrets: hasSecrets ? 'present' : 'missing',
    clientConfigs: fit ? 'present' : 'missing',
    ...(facts === undefined ? {} : { contract: facts.contract }),
    ...(facts?.bootstrapped === undefined ? {} : { bootstrapped: facts.bootstrapped }),
    ...(learnt === '' ? {} : { learntEndpoint: learnt }),
  }
}
