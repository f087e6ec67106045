import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import { has } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import type { Simulator } from '../../simulator.ts'
import { hasManager, serviceState, sidOf } from '../ha/manager.ts'
import { isEnabled } from '../storage/definition.ts'
import { guestResource, hostNumbers, hostResource, storageResource } from './resource-rows.ts'

type Lister = (sim: Simulator, id: string) => readonly object[]

const CGROUPS = { 'cgroup-mode': 2 }

/** The kinds of resources; a kind that cannot be asked for alone is only in the whole list. */
const kinds: Readonly<Record<string, Lister>> = {
  pool: ({ world }, id) =>
    world.access.pools
      .filter((pool) => has(world, id, `/pool/${pool.poolid}`, ['Pool.Audit']))
      .map((pool) => ({ id: `/pool/${pool.poolid}`, pool: pool.poolid, type: 'pool' })),
  vm: (sim, id) =>
    sim.world.vms
      .filter((vm) => has(sim.world, id, `/vms/${vm.vmid}`, ['VM.Audit']))
      .map((vm) => ({ ...withVisiblePool(sim, id, guestResource(sim, vm)), ...haState(sim.world, vm) })),
  node: (sim, id) =>
    sim.world.hosts.map((host) => ({
      ...hostResource(host),
      ...CGROUPS,
      ...(has(sim.world, id, `/nodes/${host.name}`, ['Sys.Audit']) ? hostNumbers(sim, host) : {}),
    })),
  storage: (sim, id) =>
    sim.world.storages
      .filter((storage) => has(sim.world, id, `/storage/${storage.storage}`, ['Datastore.Audit']))
      .flatMap((storage) =>
        sim.world.hosts
          .filter((host) => isEnabled(storage, host.name))
          .map((host) => storageResource(sim, storage, host.name)),
      ),
  network: ({ world }, id) =>
    ['localnetwork', ...Object.keys(world.sdn.applied?.zones ?? {})]
      .filter((zone) => has(world, id, `/sdn/zones/${zone}`, ['SDN.Audit']))
      .flatMap((zone) => world.hosts.map((host) => zoneResource(host.name, zone))),
}

function zoneResource(node: string, network: string) {
  const id = `network/${node}/zone/${network}`
  return { id, type: 'network', 'network-type': 'zone', network, node, status: 'ok' }
}

/** The pool of a guest is shown to those who may see the pool. */
function withVisiblePool<T extends { readonly pool?: string }>(sim: Simulator, id: string, row: T): Omit<T, 'pool'> {
  const { pool, ...rest } = row
  return pool !== undefined && has(sim.world, id, `/pool/${pool}`, ['Pool.Audit']) ? row : rest
}

function haState(world: World, vm: Vm): { readonly hastate?: string } {
  const sid = sidOf(vm)
  const resource = world.ha.resources[sid]
  if (resource === undefined) return {}
  if (hasManager(world)) return { hastate: serviceState(world, sid, resource) }
  return resource.state === undefined ? {} : { hastate: String(resource.state) }
}

function list({ sim, caller, params }: Call<{ type?: string }>) {
  const wanted = Object.entries(kinds).filter(([kind]) => params.type === undefined || kind === params.type)
  return wanted.flatMap(([, lister]) => lister(sim, caller.id))
}

/** Everything in the datacenter that somebody may see. */
export const resourceHandlers: Handlers = {
  'GET /cluster/resources': list,
}
