import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import { has, hasOnEach } from '../../auth/rights.ts'
import { type Call, type Handlers, JsonText } from '../../call.ts'
import type { Simulator } from '../../simulator.ts'
import { hasManager, serviceState, sidOf } from '../ha/manager.ts'
import { isEnabled } from '../storage/definition.ts'
import { type Overview, overviewOf } from './overview.ts'
import { guestResource, guestUptime, hostNumbers, hostResource, storageResource } from './resource-rows.ts'

/** A list of one kind, as somebody sees it: its rows as JSON. */
type Lister = (sim: Simulator, id: string, overview: Overview) => readonly string[]

const CGROUPS = { 'cgroup-mode': 2 }

/** The kinds of resources; a kind that cannot be asked for alone is only in the whole list. */
const kinds: Readonly<Record<string, Lister>> = {
  pool: ({ world }, id) =>
    visiblePools(world, id).map((poolid) => JSON.stringify({ id: `/pool/${poolid}`, pool: poolid, type: 'pool' })),
  vm(sim, id, overview) {
    const { world, guestTexts } = sim
    const now = sim.clock.now()
    const maySee = hasOnEach(world, id, '/vms', 'VM.Audit')
    const pools = new Set(visiblePools(world, id))
    const stateOf = haStates(world)
    return world.vms
      .filter((vm) => maySee(vm.vmid))
      .map((vm) => {
        // The pool of a guest is shown to those who may see the pool.
        const pool = overview.pools.get(vm.vmid)
        const shown = pool !== undefined && pools.has(pool) ? pool : undefined
        const about = { pool: shown, hastate: stateOf(vm), cpus: overview.cpus.get(vm.node) }
        return guestTexts.write(vm, about, guestUptime(vm, now), () => guestResource(sim, vm, about))
      })
  },
  node(sim, id, overview) {
    const mayAudit = hasOnEach(sim.world, id, '/nodes', 'Sys.Audit')
    return sim.world.hosts.map((host) => {
      const row = { ...hostResource(host), ...CGROUPS }
      return JSON.stringify(mayAudit(host.name) ? { ...row, ...hostNumbers(sim, overview, host) } : row)
    })
  },
  storage({ world }, id, overview) {
    const maySee = hasOnEach(world, id, '/storage', 'Datastore.Audit')
    return world.storages
      .filter(({ storage }) => maySee(storage))
      .flatMap((storage) =>
        world.hosts
          .filter((host) => isEnabled(storage, host.name))
          .map((host) => JSON.stringify(storageResource(overview, storage, host.name))),
      )
  },
  network: ({ world }, id) =>
    ['localnetwork', ...Object.keys(world.sdn.applied?.zones ?? {})]
      .filter((zone) => has(world, id, `/sdn/zones/${zone}`, ['SDN.Audit']))
      .flatMap((zone) => world.hosts.map((host) => zoneResource(host.name, zone))),
}

const visiblePools = (world: World, id: string): readonly string[] =>
  world.access.pools.map(({ poolid }) => poolid).filter((poolid) => has(world, id, `/pool/${poolid}`, ['Pool.Audit']))

function zoneResource(node: string, network: string): string {
  const id = `network/${node}/zone/${network}`
  return JSON.stringify({ id, type: 'network', 'network-type': 'zone', network, node, status: 'ok' })
}

/** Tells what high availability says of guests. */
function haStates(world: World): (vm: Vm) => string | undefined {
  const resources = new Map(Object.entries(world.ha.resources))
  return (vm) => {
    if (resources.size === 0) return undefined
    const sid = sidOf(vm)
    const resource = resources.get(sid)
    if (resource === undefined) return undefined
    if (hasManager(world)) return serviceState(world, sid, resource, vm)
    return resource.state === undefined ? undefined : String(resource.state)
  }
}

function list({ sim, caller, params }: Call<{ type?: string }>) {
  const wanted = Object.entries(kinds).filter(([kind]) => params.type === undefined || kind === params.type)
  const overview = overviewOf(sim.world)
  let rows = ''
  // Texts that are only appended are put together once, when they are sent.
  for (const [, lister] of wanted)
    for (const row of lister(sim, caller.id, overview)) rows += rows === '' ? row : `,${row}`
  return new JsonText(`[${rows}]`)
}

/** Everything in the datacenter that somebody may see. */
export const resourceHandlers: Handlers = {
  'GET /cluster/resources': list,
}
