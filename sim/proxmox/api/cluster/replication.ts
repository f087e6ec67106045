import { sectionAt } from '../../../world/section.ts'
import { hasAny } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'

function list({ sim, caller }: Call<object>) {
  return Object.entries(sim.world.replication)
    .filter(([, job]) => hasAny(sim.world, caller.id, `/vms/${job.guest}`, ['VM.Audit']))
    .map(([id, job]) => ({ id, ...job }))
}

function read({ sim, params }: Call<{ id: string }>) {
  const job = sectionAt(sim.world.replication, params.id)
  if (job === undefined) throw died(`no such replication job '${params.id}'`)
  return { id: params.id, ...job }
}

/** Replication jobs that exist from the start; making them is not simulated. */
export const replicationHandlers: Handlers = {
  'GET /cluster/replication': list,
  'GET /cluster/replication/{id}': read,
}
