import { has } from '../../auth/rights.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { died, Failure, forbidden } from '../../failure.ts'
import { requireVolumeAccess } from '../storage/access.ts'
import { existingStorage } from '../storage/definition.ts'
import { parseVolumeName, resolveVolume } from '../storage/volume-name.ts'

type Given = { vmid: number; ostemplate: string; pool?: string }

/** Refuses what cannot become a container. From a template that exists nothing is made: containers are not simulated. */
function create({ sim, caller, params, node }: Call<Given>) {
  const { world } = sim
  const taken = world.vms.find(({ vmid }) => vmid === params.vmid)
  if (taken !== undefined) {
    throw died(`${taken.kind === 'lxc' ? 'CT' : 'VM'} ${taken.vmid} already exists on node '${taken.node}'`)
  }
  const places = [`/vms/${params.vmid}`, ...(params.pool === undefined ? [] : [`/pool/${params.pool}`])]
  if (!places.some((place) => has(world, caller.id, place, ['VM.Allocate']))) throw forbidden()
  const [storageName, name] = resolveVolume(undefined, params.ostemplate)
  const storage = existingStorage(world, storageName)
  if (parseVolumeName(storage, name).content !== 'vztmpl') {
    throw died(`unable to use volume ${params.ostemplate} - content type needs to be 'vztmpl'`)
  }
  requireVolumeAccess(world, caller.id, storage, name)
  if (world.volumes.some((volume) => volume.storage === storageName && volume.name === name)) {
    throw new Failure(501, "Method 'POST /nodes/{node}/lxc' is not simulated for templates that exist")
  }
  const wish = { node, type: 'vzcreate', id: String(params.vmid), user: caller.id }
  return sim.workers.start(wish, () => {
    throw died(`unable to create CT ${params.vmid} - volume '${params.ostemplate}' does not exist`)
  })
}

/** New containers. */
export const containerCreateHandlers: RestHandlers = { 'POST /nodes/{node}/lxc': create }
