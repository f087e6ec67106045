import { wait } from '../../../world/clock.ts'
import type { Storage, Volume } from '../../../world/storage.ts'
import type { Caller } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died, Failure } from '../../failure.ts'
import { storageLock } from '../../tasks/locks.ts'
import type { Worker } from '../../tasks/workers.ts'
import { requireVolumeAccess } from './access.ts'
import { allocate } from './allocate.ts'
import { contentsOf, enabledStorage, existingStorage, isShared, pathOf } from './definition.ts'
import { volumesOn } from './usage.ts'
import { parseVolumeName, resolveVolume } from './volume-name.ts'

type ListCall = Call<{ storage: string; content?: string; vmid?: number }>

function list({ sim, caller, node, params }: ListCall) {
  const storage = enabledStorage(sim.world, params.storage, node)
  const held = contentsOf(storage)
  return volumesOn(sim.world, storage, node)
    .filter((volume) => held.includes(volume.content))
    .filter((volume) => params.content === undefined || volume.content === params.content)
    .filter((volume) => params.vmid === undefined || mayConcern(volume, params.vmid))
    .filter((volume) => maySee({ sim, caller }, storage, volume))
    .map((volume) => listed(storage, volume))
}

/** Who asks for one guest gets what is of nobody too, but no installation media. */
const mayConcern = ({ content, vmid }: Volume, asked: number): boolean =>
  content !== 'iso' && content !== 'vztmpl' && (vmid === undefined || vmid === asked)

function maySee({ sim, caller }: Pick<Call, 'sim' | 'caller'>, storage: Storage, volume: Volume): boolean {
  try {
    requireVolumeAccess(sim.world, caller.id, storage, volume.name)
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return false
  }
}

const isImage = (volume: Volume): boolean => volume.content === 'images' || volume.content === 'rootdir'

function listed(storage: Storage, volume: Volume) {
  const { content, format, ctime, vmid, parent, notes } = volume
  // Only images are opened for their inner size; anything else is as large as its file.
  const sizes = isImage(volume) ? { size: volume.sizeBytes, used: volume.usedBytes } : { size: volume.usedBytes }
  return {
    volid: `${storage.storage}:${volume.name}`,
    content,
    format,
    ctime,
    ...sizes,
    ...(vmid === undefined ? {} : { vmid }),
    ...(isImage(volume) && pathOf(storage) !== undefined ? { parent: parent ?? null } : {}),
    ...(notes === undefined ? {} : { notes: notes.split('\n')[0] }),
    ...(volume.protected ? { protected: 1 } : {}),
  }
}

type VolumeCall = Call<{ storage?: string; volume: string }>

function target({ sim, params }: VolumeCall) {
  const [storeid, name] = resolveVolume(params.storage, params.volume)
  return { storage: existingStorage(sim.world, storeid), name, volid: `${storeid}:${name}` }
}

function find(call: Pick<Call, 'sim' | 'node'>, storage: Storage, name: string): Volume | undefined {
  return volumesOn(call.sim.world, storage, call.node).find((volume) => volume.name === name)
}

const IMAGE_FORMATS = ['raw', 'qcow2', 'vmdk', 'subvol']

function read(call: VolumeCall) {
  const { storage, name, volid } = target(call)
  requireVolumeAccess(call.sim.world, call.caller.id, storage, name)
  const volume = find(call, storage, name)
  if (volume === undefined) throw died(`volume_size_info on '${volid}' failed - no format`)
  const { notes } = volume
  return {
    path: parseVolumeName(storage, name).path,
    size: volume.sizeBytes,
    used: volume.usedBytes,
    // Whatever is no image is looked at byte by byte.
    format: IMAGE_FORMATS.includes(volume.format) ? volume.format : 'raw',
    ...(notes === undefined ? {} : { notes }),
    ...(volume.protected === undefined ? {} : { protected: volume.protected ? 1 : 0 }),
  }
}

function update(call: Call<{ storage?: string; volume: string; notes?: string; protected?: boolean }>) {
  const { storage, name } = target(call)
  requireVolumeAccess(call.sim.world, call.caller.id, storage, name)
  const { content } = parseVolumeName(storage, name)
  const { notes, protected: guarded } = call.params
  const volume = find(call, storage, name)
  if (notes !== undefined) {
    if (content !== 'backup') throw died('only backups can have notes')
    if (volume !== undefined) volume.notes = notes
  }
  if (guarded !== undefined) {
    if (content !== 'backup') throw died("only backups support attribute 'protected'")
    if (volume !== undefined) volume.protected = guarded
  }
  return null
}

async function remove(call: Call<{ storage?: string; volume: string; delay?: number }>) {
  const { sim, caller, node, params } = call
  const { storage, name } = target(call)
  const { content, vmid } = parseVolumeName(storage, name)
  requireRemoval(call, caller, storage, content === 'backup' ? vmid : undefined)
  const id = vmid === undefined ? storage.storage : `${vmid}@${storage.storage}`
  const upid = sim.workers.start({ node, type: 'imgdel', id, user: caller.id }, (worker) =>
    free(call, worker, storage, name),
  )
  if (params.delay === undefined) return upid
  for (let left = params.delay; left > 0 && sim.workers.isRunning(upid); left--) await wait(sim.clock, 1000)
  if (sim.workers.isRunning(upid)) return upid
  const status = sim.world.tasks.find((task) => task.upid === upid)?.status ?? ''
  if (status !== 'OK' && !status.startsWith('WARNINGS')) throw died(status)
  return null
}

function requireRemoval({ sim }: Pick<Call, 'sim'>, { id }: Caller, storage: Storage, owner: number | undefined) {
  const at = `/storage/${storage.storage}`
  if (owner === undefined) {
    requireAll(sim.world, id, at, ['Datastore.Allocate'])
    return
  }
  requireAll(sim.world, id, at, ['Datastore.AllocateSpace'])
  requireAll(sim.world, id, `/vms/${owner}`, ['VM.Backup'])
}

const REMOVAL_MILLISECONDS = 300

async function free(call: Pick<Call, 'sim' | 'node'>, worker: Worker, storage: Storage, name: string): Promise<void> {
  const { sim, node } = call
  await sim.locks.hold(storageLock(node, storage.storage, isShared(storage)), async () => {
    const volume = find(call, storage, name)
    const isUsed = volumesOn(sim.world, storage, node).some((each) => each.parent === `${storage.storage}:${name}`)
    if (isUsed) throw died(`base volume '${name}' is still in use by linked clones`)
    if (volume?.protected) throw died(`cannot remove protected volume '${name}' on '${storage.storage}'`)
    await worker.sleep(REMOVAL_MILLISECONDS)
    if (volume === undefined) worker.log(`disk image '${parseVolumeName(storage, name).path}' does not exist`)
    sim.world.volumes = sim.world.volumes.filter((each) => each !== volume)
  })
  worker.log(`Removed volume '${storage.storage}:${name}'`)
}

type CreateCall = Call<{ storage: string; vmid: number; filename: string; size: string; format?: string }>

function create({ sim, node, params }: CreateCall) {
  const { storage: storeid, vmid, filename, size } = params
  const [, named] = /\.(raw|qcow2|vmdk)$/.exec(filename) ?? []
  if (named !== undefined && params.format !== undefined && named !== params.format) {
    throw badParameters({ format: `different storage formats (${params.format} != ${named})` })
  }
  const storage = enabledStorage(sim.world, storeid, node)
  const wish = { node, vmid, format: named ?? params.format, name: filename, sizeBytes: bytesOf(size) }
  return sim.locks.hold(storageLock(node, storeid, isShared(storage)), () => allocate(sim, storage, wish))
}

const UNITS: Readonly<Record<string, number>> = { M: 1024, G: 1024 ** 2 }

/** A size in kilobytes, or with a unit. */
function bytesOf(size: string): number {
  const [, digits = '0', unit = ''] = /^(\d+)([MG]?)$/.exec(size) ?? []
  return Number(digits) * (UNITS[unit] ?? 1) * 1024
}

/** Volumes of a storage. */
export const contentHandlers: Handlers = {
  'GET /nodes/{node}/storage/{storage}/content': list,
  'POST /nodes/{node}/storage/{storage}/content': create,
  'GET /nodes/{node}/storage/{storage}/content/{volume}': read,
  'PUT /nodes/{node}/storage/{storage}/content/{volume}': update,
  'DELETE /nodes/{node}/storage/{storage}/content/{volume}': remove,
}
