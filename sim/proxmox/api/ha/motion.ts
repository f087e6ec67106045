import { sectionAt } from '../../../world/section.ts'
import type { World } from '../../../world/world.ts'
import type { Call, Handlers } from '../../call.ts'
import { died } from '../../failure.ts'
import { parseResourceId } from './resource-id.ts'

/** Whether high availability looks after a resource; it leaves those alone that it is to ignore. */
export function isManaged({ ha }: World, sid: string): boolean {
  const resource = sectionAt(ha.resources, sid)
  return resource !== undefined && resource.state !== 'ignored'
}

/** Hands a wish to the manager. As none runs here, the wish stays in its queue, as on a node whose manager is down. */
function request({ sim, params }: Call<{ sid: string; node: string }>) {
  const { sid } = parseResourceId(sim.world, params.sid)
  if (!isManaged(sim.world, sid)) throw died(`resource '${sid}' is not HA managed`)
  return { sid, 'requested-node': params.node }
}

/** Requests to run a guest elsewhere. */
export const haMotionHandlers: Handlers = {
  'POST /cluster/ha/resources/{sid}/migrate': request,
  'POST /cluster/ha/resources/{sid}/relocate': request,
}
