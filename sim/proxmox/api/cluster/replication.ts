import { type Section, sectionAt } from '../../../world/section.ts'
import { hasAny, requireAll } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { digestOfSections, requireDigest } from '../../config/digest.ts'
import { changed, checkChange, checkNew, type SectionKind, sectionOf } from '../../config/section-config.ts'
import { badParameters, died } from '../../failure.ts'

const kind: SectionKind = {
  required: ['target'],
  optional: ['source', 'schedule', 'rate', 'comment', 'disable', 'remove_job'],
}

function list({ sim, caller }: Call<object>) {
  return Object.entries(sim.world.replication)
    .filter(([, job]) => hasAny(sim.world, caller.id, `/vms/${job.guest}`, ['VM.Audit']))
    .map(([id, job]) => ({ id, ...job }))
}

function existing({ sim, params }: Call<{ id: string }>): Section {
  const job = sectionAt(sim.world.replication, params.id)
  if (job === undefined) throw died(`no such replication job '${params.id}'`)
  return job
}

function read(call: Call<{ id: string }>) {
  const job = existing(call)
  return { id: call.params.id, ...job, digest: digestOfSections(call.sim.world.replication) }
}

/** A job is named by its guest and a number, and rights on that guest decide. */
function guestOf({ sim, caller, params }: Call<{ id: string }>) {
  const [guest = 0, jobnum = 0] = params.id.split('-').map(Number)
  requireAll(sim.world, caller.id, `/vms/${guest}`, ['VM.Replicate'])
  return { guest, jobnum }
}

function settings(params: LooseParameters): Section {
  const { id: _id, type: _type, digest: _digest, delete: _delete, ...rest } = params
  return sectionOf(rest)
}

function create(call: Call<{ id: string; type: string; target: string; source?: string }>) {
  const { sim, params } = call
  const { guest, jobnum } = guestOf(call)
  const { replication } = sim.world
  const vm = sim.world.vms.find((each) => each.vmid === guest)
  if (vm === undefined) throw badParameters({ id: `guest '${guest}' does not exist` })
  if (Object.hasOwn(replication, params.id)) throw died(`replication job '${params.id}' already exists`)
  if (sim.world.hosts.every(({ name }) => name !== params.target)) {
    throw died(`no such cluster node '${params.target}'`)
  }
  const source = params.source ?? vm.node
  if (source !== vm.node) throw badParameters({ source: 'source is not the node of the guest' })
  if (source === params.target) throw badParameters({ target: 'target and source are the same node' })
  const given = settings(params)
  checkNew(kind, given)
  replication[params.id] = { type: params.type, guest, jobnum, ...given, source }
  return null
}

function update(call: Call<{ id: string; digest?: string; delete?: string }>) {
  const { sim, params } = call
  guestOf(call)
  const { replication } = sim.world
  requireDigest(digestOfSections(replication), params.digest)
  const given = settings(params)
  checkChange(kind, given)
  replication[params.id] = changed(kind, existing(call), given, params.delete)
  return null
}

/** A job that is to go is marked, and its next run removes it; `force` removes it at once. */
function remove(call: Call<{ id: string; keep?: boolean; force?: boolean }>) {
  guestOf(call)
  const job = existing(call)
  if (call.params.force) delete call.sim.world.replication[call.params.id]
  else job.remove_job = call.params.keep ? 'local' : 'full'
  return null
}

/** Replication jobs as the cluster keeps them; nothing is copied. */
export const replicationHandlers: Handlers = {
  'GET /cluster/replication': list,
  'POST /cluster/replication': create,
  'GET /cluster/replication/{id}': read,
  'PUT /cluster/replication/{id}': update,
  'DELETE /cluster/replication/{id}': remove,
}
