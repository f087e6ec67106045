import { stringify } from 'yaml'
import { inventoryOf } from '../../src/live/inventory.ts'
import type { Live } from '../../src/live/live.ts'
import type { Offering } from '../../src/plan/action.ts'
import { makeAction } from '../../src/plan/make-action.ts'
import { plan } from '../../src/plan/plan.ts'
import { cidataFile } from '../../src/proxmox/images/cidata-file.ts'
import { parseImageName } from '../../src/proxmox/images/file-name.ts'
import type { OtherGuest } from '../../src/proxmox/observe/observed.ts'
import type { Desired, Machine } from '../../src/resolve/desired.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { type Loaded, loadText } from '../../src/spec/load.ts'
import { machineOf } from '../resolve/resolved.ts'
import { after, changeKubernetes, changeNode, changeVm, withHome, withMembers, withNode, withProxmox } from './model.ts'
import { nothingThere } from './world.ts'

/** The cluster file that cases lay their own keys over. */
const homelab = {
  apiVersion: 'talmox.dev/v1alpha1',
  kind: 'Cluster',
  name: 'homelab',
  proxmox: {
    endpoint: 'https://pve1.lan:8006',
    hosts: ['pve1', 'pve2', 'pve3'],
    storage: { disks: 'local-zfs', images: 'local' },
    pool: 'k8s-homelab',
  },
  network: { bridge: 'vmbr0', cidr: '192.168.1.0/24', gateway: '192.168.1.1', vip: '192.168.1.210' },
  talos: { version: 'v1.12.4', extensions: ['iscsi-tools'] },
  kubernetes: { version: 'v1.35.0' },
  ha: true,
  controlPlane: { count: 3, cores: 4, memory: '8GiB', disk: '40GiB', vmids: '2000-2099', addresses: '+211' },
  workers: {
    general: { count: 3, cores: 8, memory: '16GiB', disk: '50GiB', vmids: '3000-3099', addresses: '+221' },
  },
}

/** Lays keys over a value, map by map; `null` takes a key away. */
function laidOver(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over
  const merged = Object.fromEntries(
    Object.entries({ ...base, ...over }).map(([key, value]) => [
      key,
      Object.hasOwn(over, key) && Object.hasOwn(base, key) ? laidOver(base[key], over[key]) : value,
    ]),
  )
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The cluster file of these tests with keys laid over it. */
export async function loaded(over: object): Promise<Loaded> {
  return await loadText(stringify(laidOver(homelab, over)), 'cluster.yaml')
}

/** Resolves a file, with the world where one is given, as a look at it does; says what is wrong instead. */
export async function resolvedFor(over: object, live?: Live): Promise<Desired | readonly string[]> {
  const file = await loaded(over)
  const alone = resolve(file)
  const { desired, problems } =
    live === undefined || alone.desired === undefined
      ? alone
      : resolve(file, inventoryOf(live.proxmox, alone.desired.machines))
  return (
    desired ??
    problems.map(({ code, message, hint }) => `${code}: ${message}${hint === undefined ? '' : `\n    hint: ${hint}`}`)
  )
}

/** The same where the file has to be right. */
export async function clusterOf(over: object, live?: Live): Promise<Desired> {
  const desired = await resolvedFor(over, live)
  if ('machines' in desired) return desired
  throw new Error(desired.join('\n'))
}

/** A world without anything of a cluster, which knows the images of its machines. */
export const clusterWith = (desired: Desired): Live => nothingThere(desired)

/** The world in which a cluster is as its file says: what carrying out its plans leads to. */
export function healthy(desired: Desired): Live {
  let live = nothingThere(desired)
  for (let round = 0; round < 10; round++) {
    const { actions, findings } = plan(desired, live)
    if (findings.length > 0) throw new Error(JSON.stringify(findings))
    if (actions.length === 0) return live
    live = actions.reduce((world, action) => after(desired, world, action), live)
  }
  throw new Error(`the plans of ${desired.name} lead nowhere`)
}

/** A machine by its name. */
export const machineNamed = (cluster: Desired, name: string): Machine => machineOf(cluster, name)

/** A machine is switched off. */
export function stopped(live: Live, cluster: Desired, name: string): Live {
  const off = changeVm(live, machineNamed(cluster, name).vmid, (vm) => ({ ...vm, power: 'stopped' }))
  const silent = withNode(off, name, { kind: 'silent' })
  const down = nodeDown(silent, name)
  return live.etcd.members.some((member) => member.name === name) ? unhealthy(down, name) : down
}

/** Kubernetes no longer hears of a node. */
function nodeDown(live: Live, ...names: readonly string[]): Live {
  if (live.kubernetes.kind !== 'answers') return live
  const down = { ready: false, reason: 'the kubelet stopped posting its status' }
  return changeKubernetes(live, (nodes) =>
    nodes.map((node) => (names.includes(node.name) ? { ...node, ...down } : node)),
  )
}

/** The virtual machine is gone. */
export function absent(live: Live, cluster: Desired, name: string): Live {
  const { vmid } = machineNamed(cluster, name)
  const { [name]: _, ...nodes } = live.nodes
  const world = nodeDown({ ...live, nodes }, name)
  return withProxmox(world, { vms: live.proxmox.vms.filter((vm) => vm.vmid !== vmid) })
}

/** The making of a machine was cut off before it had its disk. */
export function unmade(live: Live, cluster: Desired, name: string): Live {
  const { [name]: _, ...nodes } = live.nodes
  const world = changeVm({ ...live, nodes }, machineNamed(cluster, name).vmid, (vm) => {
    const { scsi0: _disk, ...config } = vm.config
    return { ...vm, config, power: 'stopped', unfinished: { known: 'record', missing: ['disk scsi0'] } }
  })
  return changeKubernetes(world, (all) => all.filter((node) => node.name !== name))
}

/** A machine has lost its disk, and Talos waits for a config. */
export const inMaintenance = (live: Live, name: string): Live => {
  const node = live.nodes[name]
  const address = node !== undefined && 'address' in node ? node.address : '192.168.1.99'
  return withNode(nodeDown(live, name), name, { kind: 'maintenance', address, fingerprint: 'AA:BB' })
}

/** Members of etcd are not well. */
export function unhealthy(live: Live, ...names: readonly string[]): Live {
  return withMembers(
    live,
    live.etcd.members.map((member) => (names.includes(member.name) ? { ...member, healthy: false } : member)),
  )
}

/** Etcd has a member of which there is no machine any more. */
export const withDeadMember = (live: Live): Live =>
  withMembers(live, [
    ...live.etcd.members,
    { id: '00000000deadbeef', name: 'homelab-cp-9', learner: false, healthy: false },
  ])

/** Configs of machines are not what the file says. */
export function configDiffers(live: Live, ...names: readonly string[]): Live {
  const changes = [{ document: 'v1alpha1', path: 'machine.sysctls.vm.max_map_count', from: '65530', to: '262144' }]
  return names.reduce(
    (world, name) => changeNode(world, name, (node) => ({ ...node, config: { kind: 'differs', changes } })),
    live,
  )
}

/** The Kubernetes API does not answer. */
export const apiUnreachable = (live: Live): Live => ({
  ...live,
  kubernetes: { kind: 'unreachable', reason: 'connection refused' },
})

/** A host does not answer, and so nothing of what is on it can be read. */
export function hostDown(live: Live, host: string): Live {
  const here = live.proxmox.vms.filter((vm) => vm.host === host)
  const names = new Set(here.map(({ name }) => name))
  return withProxmox(
    nodeDown(
      { ...live, nodes: Object.fromEntries(Object.entries(live.nodes).filter(([name]) => !names.has(name))) },
      ...names,
    ),
    {
      hosts: live.proxmox.hosts.map((one) => (one.name === host ? { ...one, unreachable: 'it is offline' } : one)),
      vms: live.proxmox.vms.filter((vm) => vm.host !== host),
      unread: here.map(({ vmid, name, tags, cpus, memoryBytes }) => ({
        vmid,
        kind: 'qemu',
        host,
        name,
        power: 'unknown',
        template: false,
        tags,
        uptimeSeconds: 0,
        cpus,
        memoryBytes,
        why: 'host-silent',
        reason: 'its host is down or out of reach',
      })),
    },
  )
}

/** A guest of somebody else. */
export function foreignGuest(vmid: number, name: string): OtherGuest {
  return {
    vmid,
    kind: 'qemu',
    host: 'pve1',
    name,
    power: 'running',
    template: false,
    tags: [],
    uptimeSeconds: 1,
    cpus: 2,
    memoryBytes: 2 ** 30,
  }
}

/** The storages were looked through: what was fetched for the cluster is there, and its templates. */
export function lookedThrough(live: Live, cluster: Desired): Live {
  const files = (live.proxmox.images ?? []).map((image) => ({
    ...image,
    shared: false,
    image: parseImageName(image.file),
    usedBy: [],
  }))
  const schematic = Object.values(live.schematics)[0] ?? ''
  const version = cluster.talos.version
  const templates = live.proxmox.others.flatMap(({ vmid, name, host, template }) =>
    template ? [{ vmid, name: name ?? `talos-${version}-${vmid}`, host, version, schematic, usedBy: [] }] : [],
  )
  return {
    ...live,
    inventory: { files, templates, unfinished: [], made: [], nameless: [], doubts: [], untouchable: [] },
  }
}

/** The CD with a machine's config lies on the storage, and no machine tells of it. */
export function cdLeft(live: Live, cluster: Desired, name: string): Live {
  const { uuid, host = '', storage } = machineNamed(cluster, name)
  const file = cidataFile(uuid)
  const cd = {
    volid: `${storage.images}:iso/${file}`,
    storage: storage.images,
    host,
    content: 'iso',
    file,
    bytes: 1,
  } as const
  return withProxmox(live, { images: [...(live.proxmox.images ?? []), cd] })
}

/** A config was laid out for a machine, and the run that did so was cut off. */
export const laidOut = (live: Live, cluster: Desired, name: string, by: Offering): Live =>
  after(
    cluster,
    live,
    makeAction('config.offer', name, { machine: name, by }, { effect: 'create', reason: 'a run was cut off' }),
  )

/** The run that began etcd was cut off before it saw it healthy. */
export function neverSeenHealthy(live: Live): Live {
  const { machine, at } = live.home.bootstrapped ?? { machine: '', at: '' }
  return withHome(live, { bootstrapped: { machine, at } })
}

/** A machine has never been in the cluster. */
export function neverJoined(live: Live, name: string): Live {
  const { [name]: _, ...nodes } = live.nodes
  return changeKubernetes({ ...live, nodes }, (all) => all.filter((node) => node.name !== name))
}
