import type { Storage } from '../../../world/storage.ts'
import type { World } from '../../../world/world.ts'
import { has, requireAll, requireAny } from '../../auth/rights.ts'
import { died } from '../../failure.ts'
import { parseVolumeName } from './volume-name.ts'

/** Refuses whoever may not use a volume; a guest's own volumes are free to whoever may configure that guest. */
export function requireVolumeAccess(world: World, id: string, storage: Storage, name: string, forVmid?: number): void {
  const at = `/storage/${storage.storage}`
  const { content, vmid } = parseVolumeName(storage, name)
  if (has(world, id, at, ['Datastore.Allocate'])) return
  if (content === 'iso' || content === 'vztmpl' || content === 'import') {
    requireAny(world, id, at, ['Datastore.AllocateSpace', 'Datastore.Audit'])
  } else if (vmid !== undefined && vmid === forVmid) {
    return
  } else if (content === 'backup' && vmid !== undefined) {
    requireAll(world, id, at, ['Datastore.AllocateSpace'])
    requireAll(world, id, `/vms/${vmid}`, ['VM.Backup'])
  } else if (vmid !== undefined) {
    requireAll(world, id, at, ['Datastore.Audit'])
    requireAll(world, id, `/vms/${vmid}`, ['VM.Config.Disk'])
  } else {
    throw died(`missing privileges to access ${storage.storage}:${name}`)
  }
}
