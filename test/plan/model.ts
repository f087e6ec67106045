import type { ManifestState } from '../../src/kubernetes/manifests/compare.ts'
import type { ConfiguredNode, EtcdMemberLive, KubernetesNodeLive, Live, NodeLive } from '../../src/live/live.ts'
import { reachableMachines } from '../../src/live/observe.ts'
import type { Action } from '../../src/plan/action.ts'
import { withSeedUrl } from '../../src/proxmox/hardware/seed-url.ts'
import { cidataDrive, cidataFile } from '../../src/proxmox/images/cidata-file.ts'
import type { Inventory } from '../../src/proxmox/images/inventory.ts'
import type { ObservedProxmox, ObservedVm } from '../../src/proxmox/observe/observed.ts'
import type { Desired, Machine } from '../../src/resolve/desired.ts'
import { ownDrives } from '../../src/spec/vm/own-drives.ts'
import { machineOf } from '../resolve/resolved.ts'
import { vmOf } from './world.ts'

/** The world after an action was carried out: the smallest model of what handlers do. */
export function after(desired: Desired, live: Live, action: Action): Live {
  const machine = () => machineOf(desired, action.target)
  switch (action.kind) {
    case 'secrets.create':
      return withHome(live, { secrets: 'present', contract: desired.talos.contract })
    case 'pool.create':
      return withProxmox(live, { pools: [...live.proxmox.pools, { id: action.data.pool, vmids: [] }] })
    case 'pool.delete':
      return withProxmox(live, { pools: live.proxmox.pools.filter(({ id }) => id !== action.data.pool) })
    case 'image.fetch': {
      const { host, storage } = action.data
      const file = action.target.slice(action.target.indexOf('/') + 1)
      const content = file.endsWith('.iso') ? ('iso' as const) : ('import' as const)
      const image = { volid: `${storage}:${content}/${file}`, storage, host, content, file, bytes: 1 }
      return withProxmox(live, { images: [...(live.proxmox.images ?? []), image] })
    }
    case 'template.prepare': {
      const { source } = machineOf(desired, action.data.machine).image
      const vmid = source.mode === 'template' ? (source.vmid ?? 9000) : 9000
      const name = source.mode === 'template' ? source.name : undefined
      const guest = { vmid, kind: 'qemu' as const, host: action.data.host, power: 'stopped' as const, template: true }
      const more = { tags: [], uptimeSeconds: 0, cpus: 1, memoryBytes: 1, ...(name === undefined ? {} : { name }) }
      return withProxmox(live, { others: [...live.proxmox.others, { ...guest, ...more }] })
    }
    case 'vm.create': {
      const rest = live.proxmox.vms.filter(({ vmid }) => vmid !== machine().vmid)
      const vms = [...rest, vmOf(desired, machine())].sort((a, b) => a.vmid - b.vmid)
      return inPool(withProxmox(live, { vms }), desired, machine().vmid)
    }
    case 'vm.configure':
      return changeVm(live, machine().vmid, (vm) => configured(vm, vmOf(desired, machine(), vm.host)))
    case 'vm.restart':
      return changeVm(live, machine().vmid, (vm) => ({
        ...vm,
        config: vmOf(desired, machine(), vm.host).config,
        pending: {},
      }))
    case 'vm.start':
      return changeVm(live, machine().vmid, (vm) => ({ ...vm, power: 'running' }))
    case 'iso.detach': {
      const { iso } = ownDrives[machine().image.arch]
      const none = { [iso]: 'none,media=cdrom' }
      return changeVm(live, machine().vmid, (vm) => ({ ...vm, config: { ...vm.config, ...none } }))
    }
    case 'config.offer': {
      const { uuid, vmid, image, storage } = machine()
      if (action.data.by === 'smbios') {
        const smbios1 = withSeedUrl(`uuid=${uuid}`, 'http://192.168.1.5:8480/talmox/word/', '9')
        return changeVm(live, vmid, (vm) => ({ ...vm, config: { ...vm.config, smbios1 } }))
      }
      const volid = `${storage.images}:iso/${cidataFile(uuid)}`
      const drive = { [ownDrives[image.arch].cloudInit]: `${volid},media=cdrom` }
      return changeVm(live, vmid, (vm) => ({ ...vm, config: { ...vm.config, ...drive } }))
    }
    case 'config.withdraw': {
      const { vmid, uuid } = action.data
      const images = live.proxmox.images?.filter(({ file }) => file !== cidataFile(uuid))
      return changeVm(withProxmox(live, images === undefined ? {} : { images }), vmid, (vm) => {
        const drive = cidataDrive(vm.config, uuid)
        const empty = drive === undefined ? {} : { [drive.key]: 'none,media=cdrom' }
        return { ...vm, config: { ...vm.config, ...empty, smbios1: `uuid=${uuid}` } }
      })
    }
    case 'talos.maintenance':
      return withNode(live, action.target, answering(desired, live, machine()))
    case 'talos.apply':
      return withNode(live, action.target, configuredNode(desired, live, machine()))
    case 'talos.configured':
    case 'talos.config':
      return changeNode(found(desired, live, action), action.target, (node) => ({
        ...node,
        stage: machine().role === 'worker' || node.etcd === 'Running' ? 'running' : node.stage,
        config: { kind: 'same' },
      }))
    case 'etcd.bootstrap': {
      const bootstrapped = {
        machine: action.data.machine,
        at: '2026-01-01T00:00:00.000Z',
        healthyAt: '2026-01-01T00:01:00.000Z',
      }
      return joined(withHome(live, { bootstrapped }), action.data.machine)
    }
    case 'etcd.remember': {
      const { bootstrapped } = live.home
      if (bootstrapped === undefined) throw new Error('etcd has begun nowhere')
      return withHome(live, { bootstrapped: { ...bootstrapped, healthyAt: '2026-01-01T00:01:00.000Z' } })
    }
    case 'etcd.join':
      return joined(live, action.target)
    case 'kubernetes.api':
      return {
        ...live,
        kubernetes: {
          kind: 'answers',
          nodes: live.kubernetes.kind === 'answers' ? live.kubernetes.nodes : [],
          manifests: live.kubernetes.kind === 'answers' ? live.kubernetes.manifests : withoutDifference,
        },
      }
    case 'manifests.apply':
      return withManifests(live, ({ obsolete, differences }) => ({
        obsolete,
        differences: differences.filter(({ state }) => state === 'owned'),
      }))
    case 'manifests.prune':
      return withManifests(live, (manifests) => ({ ...manifests, obsolete: [] }))
    case 'kubernetes.ready':
      return withKubernetesNode(live, {
        name: action.target,
        ready: desired.kubernetes.cni.name !== 'none',
        schedulable: true,
        version: desired.kubernetes.version,
      })
    case 'kubernetes.system': {
      if (live.kubernetes.kind !== 'answers') throw new Error('the Kubernetes API does not answer')
      const { unready: _, ...kubernetes } = live.kubernetes
      return { ...live, kubernetes }
    }
    case 'configs.write':
      return withHome(live, { clientConfigs: 'present' })
    case 'node.uncordon':
      return changeKubernetes(live, (nodes) =>
        nodes.map(({ cordonedByTalmox: _, ...node }) =>
          node.name === action.target ? { ...node, schedulable: true } : node,
        ),
      )
    case 'node.drain':
      return changeKubernetes(live, (nodes) =>
        nodes.map((node) => (node.name === action.target ? { ...node, schedulable: false } : node)),
      )
    case 'node.delete':
      return changeKubernetes(live, (nodes) => nodes.filter(({ name }) => name !== action.target))
    case 'etcd.forget': {
      const { bootstrapped: _, learntEndpoint: _learnt, ...home } = live.home
      return { ...live, home }
    }
    case 'template.delete': {
      const { vmid } = action.data
      const pools = live.proxmox.pools.map((pool) => ({ ...pool, vmids: pool.vmids.filter((id) => id !== vmid) }))
      const others = live.proxmox.others.filter((guest) => guest.vmid !== vmid)
      const without = (list: Inventory['templates']) => list.filter((one) => one.vmid !== vmid)
      const rest = withInventory(live, ({ templates, unfinished }) => ({
        templates: without(templates),
        unfinished: without(unfinished),
      }))
      return withProxmox(rest, { others, pools })
    }
    case 'image.delete': {
      const { volid, host } = action.data
      const isMeant = (one: { readonly volid: string; readonly host: string }) =>
        one.volid === volid && one.host === host
      return withInventory(live, ({ files }) => ({ files: files.filter((one) => !isMeant(one)) }))
    }
    case 'secrets.delete': {
      const { contract: _, ...home } = live.home
      return { ...live, home: { ...home, secrets: 'missing', clientConfigs: 'missing' } }
    }
    case 'etcd.leave':
    case 'etcd.remove':
      return withMembers(
        live,
        live.etcd.members.filter(({ name }) => name !== action.target),
      )
    case 'vm.stop':
      return changeVm(withNode(live, action.target, { kind: 'silent' }), action.data.vmid, (vm) => ({
        ...vm,
        power: 'stopped',
      }))
    case 'vm.delete': {
      const { [action.target]: _, ...nodes } = live.nodes
      const { vmid } = action.data
      const pools = live.proxmox.pools.map((pool) => ({ ...pool, vmids: pool.vmids.filter((id) => id !== vmid) }))
      return withProxmox({ ...live, nodes }, { vms: live.proxmox.vms.filter((vm) => vm.vmid !== vmid), pools })
    }
  }
}

/** A machine that finds its config by itself has it when it answers for the first time. */
function found(desired: Desired, live: Live, { kind, target, data }: Action): Live {
  const isFirst = kind === 'talos.configured' && 'offered' in data && live.nodes[target]?.kind !== 'configured'
  return isFirst ? withNode(live, target, configuredNode(desired, live, machineOf(desired, target))) : live
}

/** Changes a VM. */
export function changeVm(live: Live, vmid: number, change: (vm: ObservedVm) => ObservedVm): Live {
  return withProxmox(live, { vms: live.proxmox.vms.map((vm) => (vm.vmid === vmid ? change(vm) : vm)) })
}

/** Lays parts over what Proxmox has. */
export const withProxmox = (live: Live, parts: Partial<ObservedProxmox>): Live => ({
  ...live,
  proxmox: { ...live.proxmox, ...parts },
})

/** Says what answers at a machine. */
export const withNode = (live: Live, name: string, node: NodeLive): Live => ({
  ...live,
  nodes: { ...live.nodes, [name]: node },
})

/** Changes a configured machine. */
export function changeNode(live: Live, name: string, change: (node: ConfiguredNode) => ConfiguredNode): Live {
  const node = live.nodes[name]
  if (node?.kind !== 'configured') throw new Error(`${name} is not configured but ${node?.kind}`)
  return withNode(live, name, change(node))
}

/** Says who the members of etcd are, and with them how it stands. */
export function withMembers(live: Live, members: readonly EtcdMemberLive[]): Live {
  const healthy = members.filter((member) => member.healthy).length
  const state = healthy * 2 <= members.length ? 'no-quorum' : healthy < members.length ? 'degraded' : 'healthy'
  return { ...live, etcd: { state, members: [...members].sort((a, b) => (a.name < b.name ? -1 : 1)) } }
}

/** Changes the nodes that Kubernetes has. */
export function changeKubernetes(
  live: Live,
  change: (nodes: readonly KubernetesNodeLive[]) => readonly KubernetesNodeLive[],
): Live {
  if (live.kubernetes.kind !== 'answers') throw new Error('the Kubernetes API does not answer')
  return { ...live, kubernetes: { ...live.kubernetes, nodes: change(live.kubernetes.nodes) } }
}

const withoutDifference: ManifestState = { differences: [], obsolete: [] }

/** Says how Kubernetes stands against the manifests of the file. */
export function withManifests(live: Live, change: (manifests: ManifestState) => ManifestState): Live {
  if (live.kubernetes.kind !== 'answers') throw new Error('the Kubernetes API does not answer')
  return { ...live, kubernetes: { ...live.kubernetes, manifests: change(live.kubernetes.manifests) } }
}

/** Changes what was found on the storages, where that was looked at. */
export function withInventory(live: Live, change: (inventory: Inventory) => Partial<Inventory>): Live {
  const { inventory } = live
  return inventory === undefined ? live : { ...live, inventory: { ...inventory, ...change(inventory) } }
}

/** Lays parts over what the home remembers. */
export const withHome = (live: Live, parts: Partial<Live['home']>): Live => ({
  ...live,
  home: { ...live.home, ...parts },
})

function withKubernetesNode(live: Live, node: KubernetesNodeLive): Live {
  return changeKubernetes(live, (nodes) =>
    [...nodes.filter(({ name }) => name !== node.name), node].sort((a, b) => (a.name < b.name ? -1 : 1)),
  )
}

function inPool(live: Live, { proxmox }: Desired, vmid: number): Live {
  const pools = live.proxmox.pools.map((pool) =>
    pool.id === proxmox.pool ? { ...pool, vmids: [...new Set([...pool.vmids, vmid])] } : pool,
  )
  return withProxmox(live, { pools })
}

/** A key that waits for a restart stays pending; whether it does is what the hardware table says of it. */
function configured(vm: ObservedVm, wanted: ObservedVm): ObservedVm {
  const live = new Set(['name', 'tags', 'description', 'onboot', 'startup', 'boot'])
  const waits = (key: string) =>
    vm.power === 'running' && !live.has(key) && !/^(scsi|virtio)\d+$/.test(key) && vm.config[key] !== wanted.config[key]
  const entries = Object.entries(wanted.config)
  return {
    ...vm,
    config: Object.fromEntries(
      entries.flatMap(([key, text]) => {
        const now = waits(key) ? vm.config[key] : text
        return now === undefined ? [] : [[key, now]]
      }),
    ),
    pending: Object.fromEntries(entries.filter(([key]) => waits(key))),
    record: wanted.record,
  }
}

/** What a machine that was switched on turns out to be. */
function answering(desired: Desired, live: Live, machine: Machine): NodeLive {
  const { name } = machine
  const isKnown =
    live.etcd.members.some((member) => member.name === name) ||
    (live.kubernetes.kind === 'answers' && live.kubernetes.nodes.some((node) => node.name === name))
  if (isKnown) {
    const node = configuredNode(desired, live, machine)
    return { ...node, stage: 'running', ...(machine.role === 'controlplane' ? { etcd: 'Running' } : {}) }
  }
  return { kind: 'maintenance', address: addressIn(desired, live, machine), fingerprint: 'AA:BB' }
}

function configuredNode(desired: Desired, live: Live, machine: Machine): ConfiguredNode {
  return {
    kind: 'configured',
    address: addressIn(desired, live, machine),
    version: machine.image.version,
    stage: 'booting',
    ready: true,
    config: { kind: 'same' },
    ...(machine.role === 'controlplane' ? { etcd: 'Preparing' } : {}),
  }
}

const addressIn = (desired: Desired, live: Live, { name }: Machine): string =>
  reachableMachines(desired, live.proxmox).find((one) => one.name === name)?.address ?? '10.0.0.99'

function joined(live: Live, name: string): Live {
  const id = name.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffff, 7)
  const member = { id: id.toString(16).padStart(16, '0'), name, learner: false, healthy: true }
  const members = [...live.etcd.members.filter((one) => one.name !== name), member]
  return changeNode(withMembers(live, members), name, (node) => ({ ...node, stage: 'running', etcd: 'Running' }))
}
