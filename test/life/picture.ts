import type { KubeObject } from '../../sim/kubernetes/object.ts'
import type { RunningWorld } from '../../sim/start.ts'
import type { Vm } from '../../sim/world/vm.ts'

/** What must be as it was once a cluster is gone: images and templates stay for the next one, unless they were to go. */
export function pictureOf({ world }: RunningWorld, { images = false }: { readonly images?: boolean } = {}): object {
  const counts = (vm: Vm) => images || isNoTemplate(vm)
  return {
    vms: world.vms
      .filter(counts)
      .map((vm) => ({ vmid: vm.vmid, node: vm.node, config: vm.config, runs: vm.run !== undefined })),
    volumes: world.volumes
      .filter(({ name }) => images || !/^(?:import|iso)\/talos-|base-\d+-/.test(name))
      .map(({ storage, node = '', name }) => `${storage}@${node}:${name}`)
      .sort(),
    pools: world.access.pools.map((pool) => ({
      ...pool,
      vms: pool.vms.filter((vmid) => world.vms.some((vm) => vm.vmid === vmid && counts(vm))),
    })),
    ha: structuredClone(world.ha),
    machines: Object.keys(world.talos.machines),
  }
}

/** The cluster as its machines have it: who is in etcd, which nodes Kubernetes has, and which of them are ready. */
export function clusterOf({ world }: RunningWorld) {
  const [etcd, ...others] = Object.values(world.talos.etcd)
  if (others.length > 0) throw new Error('there is more than one etcd')
  const nodes = Object.values(etcd?.kubernetes?.objects['/nodes'] ?? {})
  return {
    members: etcd?.members.map(({ name, isLearner }) => (isLearner ? `${name} (learner)` : name)).sort() ?? [],
    nodes: nodes.map(({ metadata }) => metadata.name).sort(),
    ready: nodes
      .filter(isReady)
      .map(({ metadata }) => metadata.name)
      .sort(),
    vms: world.vms.filter(isNoTemplate).map(({ vmid }) => vmid),
  }
}

const isNoTemplate = ({ config }: Vm): boolean => config.template === undefined

function isReady(node: KubeObject): boolean {
  const status = 'status' in node ? node.status : undefined
  const conditions = typeof status === 'object' && status !== null && 'conditions' in status ? status.conditions : []
  return Array.isArray(conditions) && conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True')
}

/** Tells one boot of each machine from another, by VMID. */
export const bootsOf = ({ world }: RunningWorld): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(world.talos.machines).map(([vmid, { boot }]) => [vmid, boot]))
