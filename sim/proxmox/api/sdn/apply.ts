import type { Sections } from '../../../world/section.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { digestOfSections } from '../../config/digest.ts'

/** Puts what is written into force at once; each node then reloads its network by a task of its own. */
function apply({ sim, caller, node }: Call) {
  const { sdn, hosts } = sim.world
  const { zones, vnets, subnets } = structuredClone(sdn)
  sdn.applied = { zones, vnets, subnets }
  return sim.workers.start({ node, type: 'reloadnetworkall', id: '', user: caller.id }, () => {
    for (const { name } of hosts.filter((host) => host.online)) {
      sim.workers.start({ node: name, type: 'srvreload', id: 'networking', user: caller.id }, (worker) =>
        worker.sleep(RELOAD_MILLISECONDS),
      )
    }
  })
}

const RELOAD_MILLISECONDS = 2000

/** Lists the services of one kind that somebody may see. */
function services(key: 'controller' | 'ipam' | 'dns', sectionsOf: (call: Call) => Sections) {
  const folder = key === 'dns' ? 'dns' : `${key}s`
  return (call: Call) => {
    const sections = sectionsOf(call)
    const digest = digestOfSections(sections)
    return Object.entries(sections)
      .filter(([id]) => hasAny(call.sim.world, call.caller.id, `/sdn/${folder}/${id}`, ['SDN.Audit', 'SDN.Allocate']))
      .filter(([, section]) => call.params.type === undefined || call.params.type === section.type)
      .map(([id, section]) => ({ ...section, [key]: id, digest }))
  }
}

/** The state of applied zones on a node: without a real network they are always there. */
function nodeZones({ sim, caller, node }: Call) {
  return Object.entries(sim.world.sdn.applied?.zones ?? {})
    .filter(([, zone]) => zone.nodes === undefined || String(zone.nodes).split(',').includes(node))
    .filter(([id]) => hasAny(sim.world, caller.id, `/sdn/zones/${id}`, ['SDN.Audit', 'SDN.Use']))
    .map(([zone]) => ({ zone, status: 'available' }))
}

/** Applying, and the services that zones can use; the built-in address management is always there. */
export const sdnApplyHandlers: RestHandlers = {
  'PUT /cluster/sdn': apply,
  'GET /cluster/sdn/controllers': services('controller', ({ sim }) => sim.world.sdn.controllers),
  'GET /cluster/sdn/ipams': services('ipam', ({ sim }) => ({ pve: { type: 'pve' }, ...sim.world.sdn.ipams })),
  'GET /cluster/sdn/dns': services('dns', ({ sim }) => sim.world.sdn.dns),
  'GET /nodes/{node}/sdn/zones': nodeZones,
}
