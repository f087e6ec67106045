import { cpusOf, type Host } from '../../../world/host.ts'
import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import { has, hasOnEach } from '../../auth/rights.ts'
import { type Call, type Handlers, JsonParts } from '../../call.ts'
import type { Simulator } from '../../simulator.ts'
import { hasManager, serviceState, sidOf } from '../ha/manager.ts'
import { contentsOf, isEnabled, isShared } from '../storage/definition.ts'
import { emptyShelf, listOfRows, newRow, rowBytes } from './kept-rows.ts'
import { type Overview, overviewOf } from './overview.ts'
import {
  guestResource,
  guestUptime,
  hostNumbers,
  hostResource,
  hostUptime,
  storageResource,
  usedMemory,
} from './resource-rows.ts'

/** A list of one kind, as somebody sees it: the bytes of its rows. */
type Lister = (sim: Simulator, id: string, overview: Overview) => readonly Buffer[]

/** What the row of a guest is made from, beside its settings and the time. */
type AboutRow = readonly [
  node: string,
  running: boolean,
  pool: string | undefined,
  hastate: string | undefined,
  cpus: number | undefined,
]

const CGROUPS = { 'cgroup-mode': 2 }

/** The kinds of resources; a kind that cannot be asked for alone is only in the whole list. */
const kinds: Readonly<Record<string, Lister>> = {
  pool: ({ world }, id) =>
    visiblePools(world, id).map((poolid) => newRow({ id: `/pool/${poolid}`, pool: poolid, type: 'pool' })),
  vm(sim, id, overview) {
    const { world, keptRows } = sim
    const now = sim.clock.now()
    const maySee = hasOnEach(world, id, '/vms', 'VM.Audit')
    const pools = new Set(visiblePools(world, id))
    const stateOf = haStates(world)
    const row = (vm: Vm, [, , pool, hastate, cpus]: AboutRow) => guestResource(sim, vm, { pool, hastate, cpus })
    const rows: Buffer[] = []
    for (const vm of world.vms) {
      if (!maySee(vm.vmid)) continue
      // The pool of a guest is shown to those who may see the pool.
      const pool = overview.pools.get(vm.vmid)
      const shown = pool !== undefined && pools.has(pool) ? pool : undefined
      const about: AboutRow = [vm.node, vm.run !== undefined, shown, stateOf(vm), overview.cpus.get(vm.node)]
      rows.push(rowBytes(keptRows.guests, vm, about, guestUptime(vm, now), row))
    }
    return rows
  },
  node(sim, id, overview) {
    const now = sim.clock.now()
    const mayAudit = hasOnEach(sim.world, id, '/nodes', 'Sys.Audit')
    return sim.world.hosts.map((host) => {
      const audited = mayAudit(host.name)
      const about = [audited, host.online, cpusOf(host), host.memoryBytes, host.rootBytes, usedMemory(overview, host)]
      const uptime = audited && host.online ? hostUptime(host, now) : undefined
      return rowBytes(sim.keptRows.hosts, host, about, uptime, () => ({
        ...hostResource(host),
        ...CGROUPS,
        ...(audited ? hostNumbers(sim, overview, host) : {}),
      }))
    })
  },
  storage({ world, keptRows }, id, overview) {
    const maySee = hasOnEach(world, id, '/storage', 'Datastore.Audit')
    return world.storages.flatMap((storage) => {
      if (!maySee(storage.storage)) return []
      const shelf = keptRows.storages.get(storage) ?? emptyShelf<Host>()
      keptRows.storages.set(storage, shelf)
      const content = contentsOf(storage).join(',')
      const shared = isShared(storage)
      return world.hosts
        .filter((host) => isEnabled(storage, host.name))
        .map((host) => {
          const used = overview.volumes(storage.storage, shared ? undefined : host.name)
          const about = [content, shared, storage.totalBytes, used]
          return rowBytes(shelf, host, about, undefined, () => storageResource(overview, storage, host.name))
        })
    })
  },
  network: ({ world }, id) =>
    ['localnetwork', ...Object.keys(world.sdn.applied?.zones ?? {})]
      .filter((zone) => has(world, id, `/sdn/zones/${zone}`, ['SDN.Audit']))
      .flatMap((zone) => world.hosts.map((host) => zoneResource(host.name, zone))),
}

const visiblePools = (world: World, id: string): readonly string[] =>
  world.access.pools.map(({ poolid }) => poolid).filter((poolid) => has(world, id, `/pool/${poolid}`, ['Pool.Audit']))

function zoneResource(node: string, network: string): Buffer {
  const id = `network/${node}/zone/${network}`
  return newRow({ id, type: 'network', 'network-type': 'zone', network, node, status: 'ok' })
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
  return new JsonParts(listOfRows(wanted.map(([, lister]) => lister(sim, caller.id, overview))))
}

/** Everything in the datacenter that somebody may see. */
export const resourceHandlers: Handlers = {
  'GET /cluster/resources': list,
}
