import type { Section } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import type { Call, Handlers } from '../../call.ts'
import type { Simulator } from '../../simulator.ts'
import { guestOf, hasManager, isManaged, isOnline, requestedState, serviceState, sidOf } from './manager.ts'

function current({ sim, entry }: Call<object>) {
  const { world, release } = sim
  const services = Object.entries(world.ha.resources).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    { id: 'quorum', type: 'quorum', node: entry, status: 'OK', quorate: 1 },
    ...(hasManager(world) ? managerRows(sim) : []),
    ...(release.tables === '9' ? [fencing(world, entry)] : []),
    ...services.map(([sid, resource]) => serviceRow(world, sid, resource)),
  ]
}

/** Watchdogs are armed while anything is managed. */
function fencing(world: World, node: string) {
  const armed = hasManager(world) && isActive(world) ? 'armed' : 'standby'
  return { id: 'fencing', type: 'fencing', node, status: `${armed} (CRM watchdog ${armed})`, 'armed-state': armed }
}

const isActive = (world: World): boolean => Object.keys(world.ha.resources).some((sid) => isManaged(world, sid))

/** The host whose manager decides: the first that has power. */
const masterOf = ({ hosts }: World): string | undefined => hosts.find((host) => host.online)?.name

function managerRows({ world, clock }: Simulator) {
  const master = masterOf(world)
  if (master === undefined || !isActive(world)) return []
  const timestamp = Math.floor(clock.now() / 1000)
  const when = new Date(timestamp * 1000).toUTCString()
  return [
    { id: 'master', type: 'master', node: master, status: `${master} (active, ${when})`, timestamp },
    ...world.hosts.map(({ name }) => {
      const state = lrmState(world, name)
      return { id: `lrm:${name}`, type: 'lrm', node: name, status: `${name} (${state}, ${when})`, timestamp }
    }),
  ]
}

function lrmState(world: World, node: string): string {
  if (!isOnline(world, node)) return 'old timestamp - dead?'
  return world.vms.some((vm) => vm.node === node && isManaged(world, sidOf(vm))) ? 'active' : 'idle'
}

const DEFAULTS: Section = { max_restart: 1, max_relocate: 1 }
const COMMON = ['group', 'max_restart', 'max_relocate', 'failback', 'comment']

function serviceRow(world: World, sid: string, resource: Section) {
  const node = guestOf(world, sid)?.node
  const isNew = world.flavour.startsWith('9')
  const settings: Section = { ...DEFAULTS, ...(isNew ? { failback: 1 } : {}), ...resource }
  const state = serviceState(world, sid, resource)
  return {
    id: `service:${sid}`,
    type: 'service',
    sid,
    node,
    state,
    status: `${sid} (${node ?? '---'}, ${state})`,
    ...(hasManager(world) && state !== 'ignored' ? { crm_state: state } : {}),
    request_state: requestedState(resource),
    ...Object.fromEntries(COMMON.flatMap((key) => (settings[key] === undefined ? [] : [[key, settings[key]]]))),
  }
}

function managerStatus({ sim, entry }: Call<object>) {
  const { world, clock } = sim
  const quorum = { node: entry, quorate: '1' }
  const master = hasManager(world) && isActive(world) ? masterOf(world) : undefined
  if (master === undefined) return { manager_status: { node_status: {} }, quorum }
  const nodes = world.hosts.map(({ name, online }) => [name, online ? 'online' : 'fence'])
  const services = Object.entries(world.ha.resources).map(([sid, resource]) => [
    sid,
    { node: guestOf(world, sid)?.node, state: serviceState(world, sid, resource) },
  ])
  return {
    manager_status: {
      master_node: master,
      node_status: Object.fromEntries(nodes),
      service_status: Object.fromEntries(services),
      timestamp: Math.floor(clock.now() / 1000),
    },
    quorum,
  }
}

/** What high availability is doing. */
export const haStatusHandlers: Handlers = {
  'GET /cluster/ha/status/current': current,
  'GET /cluster/ha/status/manager_status': managerStatus,
}
