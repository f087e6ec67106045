import type { Storage } from '../../../world/storage.ts'
import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import { has, hasOnEach } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import type { Simulator } from '../../simulator.ts'
import { hasManager, serviceState, sidOf } from '../ha/manager.ts'
import { isEnabled } from '../storage/definition.ts'
import { listOfRows, newRow, rowsOf, type Shelf, shelfAt } from './kept-rows.ts'
import { type Overview, overviewOf } from './overview.ts'
import {
  guestFacts,
  guestRow,
  guestUptime,
  hostFacts,
  hostRow,
  hostUptime,
  storageFacts,
  storageRow,
} from './resource-rows.ts'

const CGROUPS = { 'cgroup-mode': 2 }

/** A list of one kind, as somebody sees it: the bytes of its rows. */
type Lister = (sim: Simulator, id: string, overview: Overview) => readonly Buffer[]

/** The kinds of resources; a kind that cannot be asked for alone is only in the whole list. */
const kinds: Readonly<Record<string, Lister>> = {
  pool: ({ world }, id) =>
    visiblePools(world, id).map((poolid) => newRow({ id: `/pool/${poolid}`, pool: poolid, type: 'pool' })),
  vm({ world, clock, keptRows: { guests } }, id, { cpus, pools }) {
    const now = clock.now()
    const maySee = hasOnEach(world, id, '/vms', 'VM.Audit')
    const visible = new Set(visiblePools(world, id))
    const stateOf = haStates(world)
    return rowsOf(guests, world.vms, {
      facts(vm) {
        if (!maySee(vm.vmid)) return undefined
        // The pool of a guest is shown to those who may see the pool.
        const pool = pools.get(vm.vmid)
        const shown = pool !== undefined && visible.has(pool) ? pool : undefined
        return guestFacts(vm, { pool: shown, hastate: stateOf(vm), cpus: cpus.get(vm.node) })
      },
      settings: ({ config }) => config,
      uptime: (vm) => guestUptime(vm, now),
      row: (facts, config) => guestRow(facts, config),
    })
  },
  node({ world, clock, keptRows: { hosts } }, id, overview) {
    const now = clock.now()
    const mayAudit = hasOnEach(world, id, '/nodes', 'Sys.Audit')
    return rowsOf(hosts, world.hosts, {
      facts: (host) => hostFacts(overview, host, mayAudit(host.name)),
      uptime: (host) => (host.online && mayAudit(host.name) ? hostUptime(host, now) : undefined),
      row: (facts) => ({ ...hostRow(facts), ...CGROUPS }),
    })
  },
  storage({ world, keptRows: { storages } }, id, overview) {
    const maySee = hasOnEach(world, id, '/storage', 'Datastore.Audit')
    return world.storages.flatMap((storage, at) =>
      maySee(storage.storage) ? storageRows(shelfAt(storages, at), world, overview, storage) : [],
    )
  },
  network: ({ world, keptRows: { zones } }, id) =>
    ['localnetwork', ...Object.keys(world.sdn.applied?.zones ?? {})].flatMap((zone, at) =>
      has(world, id, `/sdn/zones/${zone}`, ['SDN.Audit']) ? zoneRows(shelfAt(zones, at), world, zone) : [],
    ),
}

function storageRows(shelf: Shelf, { hosts }: World, overview: Overview, storage: Storage): readonly Buffer[] {
  const factsOn = storageFacts(overview, storage)
  return rowsOf(shelf, hosts, {
    facts: ({ name }) => (isEnabled(storage, name) ? factsOn(name) : undefined),
    row: storageRow,
  })
}

const zoneRows = (shelf: Shelf, { hosts }: World, zone: string) =>
  rowsOf(shelf, hosts, {
    facts: ({ name }) => [name, zone] as const,
    row: ([node, network]) => ({
      id: `network/${node}/zone/${network}`,
      type: 'network',
      'network-type': 'zone',
      network,
      node,
      status: 'ok',
    }),
  })

const visiblePools = (world: World, id: string): readonly string[] =>
  world.access.pools.map(({ poolid }) => poolid).filter((poolid) => has(world, id, `/pool/${poolid}`, ['Pool.Audit']))

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
  const rows = wanted.map(([, lister]) => lister(sim, caller.id, overview))
  return listOfRows(sim.keptRows, params.type ?? '', rows)
}

/** Everything in the datacenter that somebody may see. */
export const resourceHandlers: Handlers = {
  'GET /cluster/resources': list,
}
