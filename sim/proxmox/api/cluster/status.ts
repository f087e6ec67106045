import type { Call, Handlers, RestHandlers } from '../../call.ts'
import { badParameters, died, Failure } from '../../failure.ts'
import { optionParts } from './options.ts'

function status({ sim, entry }: Call<object>) {
  const { hosts, cluster } = sim.world
  const nodes = hosts.map((host) => ({
    type: 'node',
    id: `node/${host.name}`,
    name: host.name,
    nodeid: cluster === undefined ? 0 : host.id,
    ip: host.ip,
    local: host.name === entry ? 1 : 0,
    online: host.online ? 1 : 0,
    level: '',
  }))
  if (cluster === undefined) return nodes.filter((node) => node.local === 1)
  const online = hosts.filter((host) => host.online).length
  const quorate = online * 2 > hosts.length ? 1 : 0
  const { name } = cluster
  return [{ type: 'cluster', id: 'cluster', name, nodes: hosts.length, version: hosts.length, quorate }, ...nodes]
}

function nextId({ sim, params, raw }: Call<{ vmid?: number }>) {
  const taken = new Set(sim.world.vms.map((vm) => vm.vmid))
  if (params.vmid !== undefined) {
    if (taken.has(params.vmid)) throw badParameters({ vmid: `VM ${params.vmid} already exists` })
    return raw.vmid
  }
  const range = optionParts(sim.world, 'next-id')
  const lower = Number(range.lower ?? 100)
  const upper = Number(range.upper ?? 1_000_000)
  for (let id = lower; id < upper; id++) if (!taken.has(id)) return String(id)
  throw died(`unable to get any free VMID in range [${lower}, ${upper}]`)
}

function joinInfo({ sim }: Call) {
  const { cluster, hosts } = sim.world
  if (cluster === undefined) throw new Failure(424, 'node is not in a cluster, no join info available!')
  return {
    nodelist: hosts.map((host) => ({
      name: host.name,
      nodeid: String(host.id),
      ring0_addr: host.ip,
      pve_addr: host.ip,
    })),
    preferred_node: hosts[0]?.name,
    totem: { cluster_name: cluster.name, version: '2' },
  }
}

function configNodes({ sim }: Call) {
  if (sim.world.cluster === undefined) return []
  return sim.world.hosts.map((host) => ({
    node: host.name,
    name: host.name,
    nodeid: String(host.id),
    ring0_addr: host.ip,
    quorum_votes: '1',
  }))
}

/** The cluster and its members. */
export const clusterStatusHandlers: Handlers = {
  'GET /cluster/status': status,
  'GET /cluster/nextid': nextId,
}

/** The cluster's own configuration. */
export const clusterConfigHandlers: RestHandlers = {
  'GET /cluster/config/join': joinInfo,
  'GET /cluster/config/nodes': configNodes,
}
