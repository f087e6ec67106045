import type { Section } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import type { Call, Handlers } from '../../call.ts'

/** No manager runs here, so everything waits to be processed and no watchdog is set. */
function current({ sim, entry }: Call<object>) {
  const { world, release } = sim
  const services = Object.entries(world.ha.resources).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    { id: 'quorum', type: 'quorum', node: entry, status: 'OK', quorate: 1 },
    ...(release.tables === '9' ? [standby(entry)] : []),
    ...services.map(([sid, resource]) => serviceRow(world, sid, resource)),
  ]
}

function standby(node: string) {
  const status = 'standby (CRM watchdog standby)'
  return { id: 'fencing', type: 'fencing', node, status, 'armed-state': 'standby' }
}

const DEFAULTS: Section = { state: 'started', max_restart: 1, max_relocate: 1 }
const COMMON = ['group', 'max_restart', 'max_relocate', 'failback', 'comment']

function serviceRow(world: World, sid: string, resource: Section) {
  const node = world.vms.find((vm) => vm.vmid === Number(sid.split(':')[1]))?.node
  const isNew = world.flavour.startsWith('9')
  const settings: Section = { ...DEFAULTS, ...(isNew ? { failback: 1 } : {}), ...resource }
  const requested = settings.state === 'enabled' ? 'started' : settings.state
  const state = requested === 'ignored' ? 'ignored' : node === undefined ? 'not found' : 'queued'
  return {
    id: `service:${sid}`,
    type: 'service',
    sid,
    node,
    state,
    status: `${sid} (${node ?? '---'}, ${state})`,
    request_state: requested,
    ...Object.fromEntries(COMMON.flatMap((key) => (settings[key] === undefined ? [] : [[key, settings[key]]]))),
  }
}

function managerStatus({ entry }: Call<object>) {
  return { manager_status: { node_status: {} }, quorum: { node: entry, quorate: '1' } }
}

/** What high availability is doing. */
export const haStatusHandlers: Handlers = {
  'GET /cluster/ha/status/current': current,
  'GET /cluster/ha/status/manager_status': managerStatus,
}
