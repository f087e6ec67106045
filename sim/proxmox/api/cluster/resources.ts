import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import { has, hasOnEach } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import type { Simulator } from '../../simulator.ts'
import { hasManager, serviceState, sidOf } from '../ha/manager.ts'
import { isEnabled } from '../storage/definition.ts'
import { type Overview, overviewOf } from './overview.ts'
import { guestResource, hostNumbers, hostResource, storageResource } from './resource-rows.ts'

/** A list of one kind, as somebody sees it. */
type Lister = (sim: Simulator, id: string, overview: Overview) => readonly object[]

const CGROUPS = { 'cgroup-mode': 2 }

/** The kinds of resources; a kind that cannot be asked for alone is only in the whole list. */
const kinds: Readonly<Record<string, Lister>> = {
  pool: ({ world }, id) =>
    visiblePools(world, id).map((poolid) => ({ id: `/pool/${poolid}`, pool: poolid, type: 'pool' })),
  vm(sim, id, overview) {
    const { world } = sim
    const maySee = hasOnEach(world, id, '/vms', 'VM.Audit')
    const pools = new Set(visiblePools(world, id))
    return world.vms
      .filter((vm) => maySee(vm.vmid))
      .map((vm) => {
        // The pool of a guest is shown to those who may see the pool.
        const pool = overview.pools.get(vm.vmid)
        const shown = pool !== undefined && pools.has(pool) ? pool : undefined
        return guestResource(sim, overview, vm, { pool: shown, hastate: haState(world, vm) })
      })
  },
  node: (sim, id, overview) =>
    sim.world.hosts.map((host) => ({
      ...hostResource(host),
      ...CGROUPS,
      ...(has(sim.world, id, `/nodes/${host.name}`, ['Sys.Audit']) ? hostNumbers(sim, overview, host) : {}),
    })),
  storage({ world }, id, overview) {
    const maySee = hasOnEach(world, id, '/storage', 'Datastore.Audit')
    return world.storages
      .filter(({ storage }) => maySee(storage))
      .flatMap((storage) =>
        world.hosts
          .filter((host) => isEnabled(storage, host.name))
          .map((host) => storageResource(overview, storage, host.name)),
      )
  },
  network: ({ world }, id) =>
    ['localnetwork', ...Object.keys(world.sdn.applied?.zones ?? {})]
      .filter((zone) => has(world, id, `/sdn/zones/${zone}`, ['SDN.Audit']))
      .flatMap((zone) => world.hosts.map((host) => zoneResource(host.name, zone))),
}

const visiblePools = (world: World, id: string): readonly string[] =>
  world.access.pools.map(({ poolid }) => poolid).filter((poolid) => has(world, id, `/pool/${poolid}`, ['Pool.Audit']))

function zoneResource(node: string, network: string) {
  const id = `network/${node}/zone/${network}`
  return { id, type: 'network', 'network-type': 'zone', network, node, status: 'ok' }
}

function haState(world: World, vm: Vm): string | undefined {
  const sid = sidOf(vm)
  const resource = world.ha.resources[sid]
  if (resource === undefined) return undefined
  if (hasManager(world)) return serviceState(world, sid, resource)
  return resource.state === undefined ? undefined : String(resource.state)
}

function list({ sim, caller, params }: Call<{ type?: string }>) {
  const wanted = Object.entries(kinds).filter(([kind]) => params.type === undefined || kind === params.type)
  const overview = overviewOf(sim.world)
  return wanted.flatMap(([, lister]) => lister(sim, caller.id, overview))
}

/** Everything in the datacenter that somebody may see. */
export const resourceHandlers: Handlers = {
  'GET /cluster/resources': list,
}
