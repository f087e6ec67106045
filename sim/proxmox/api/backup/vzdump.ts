import type { Storage } from '../../../world/storage.ts'
import type { Vm } from '../../../world/vm.ts'
import { isRoot } from '../../auth/caller.ts'
import { requireAll } from '../../auth/rights.ts'
import type { Call, Handlers, LooseParameters } from '../../call.ts'
import { badParameters, died, printed } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { backedUpGuest } from '../qemu/backed-up-guest.ts'
import { contentsOf, enabledStorage, existingStorage, isShared, pathOf } from '../storage/definition.ts'
import { archiveBytes, archiveName, notesOf } from './archive.ts'
import { type IncludedGuest, includedGuests } from './included-guests.ts'
import { checkSelection, keptSettings, requireRights, targetStorage } from './parameters.ts'

const ONLY_CLI = 'option is only allowed on the command line interface.'

function vzdump(call: Call<object>) {
  const { sim, caller, node } = call
  const params: LooseParameters = { ...call.params, node }
  if (params.stdout) throw badParameters({ stdout: ONLY_CLI })
  requireRights(sim.world, caller, params)
  const storage = targetStorage(params)
  if (!isRoot(caller) && params['prune-backups'] !== undefined && storage !== undefined) {
    requireAll(sim.world, caller.id, `/storage/${storage}`, ['Datastore.Allocate'])
  }
  checkSelection(params, true)
  const guests = includedGuests(sim.world, keptSettings(params))
  if (params.stop) stopRunning(call)
  if (guests.length === 0 && (params.stop || !params.all)) return 'OK'
  if (storage !== undefined) requireAll(sim.world, caller.id, `/storage/${storage}`, ['Datastore.AllocateSpace'])
  const id = guests.length === 1 ? String(guests[0]?.vmid) : ''
  return sim.workers.start({ node, type: 'vzdump', id, user: caller.id }, (worker) => run(call, guests, worker))
}

function stopRunning({ sim, caller, node }: Call<object>): void {
  requireAll(sim.world, caller.id, `/nodes/${node}`, ['Sys.Modify'])
  const running = sim.world.tasks.filter((task) => task.type === 'vzdump' && task.node === node)
  for (const { upid } of running) sim.workers.stop(upid)
}

async function run(call: Call<object>, guests: readonly IncludedGuest[], worker: Worker): Promise<void> {
  const { sim, caller } = call
  const params: LooseParameters = { ...call.params }
  const storage = backupStorage(call, targetStorage(params) ?? '')
  worker.log(`INFO: starting new backup job: vzdump ${guests.map(({ vmid }) => vmid).join(' ')}`.trimEnd())
  let failed = 0
  for (const { vmid, vm } of guests) {
    requireAll(sim.world, caller.id, `/vms/${vmid}`, ['VM.Backup'])
    try {
      if (vm === undefined) throw died(`unable to find VM '${vmid}'`)
      await backUp(call, vm, storage, worker)
    } catch (error) {
      if (worker.signal.aborted) throw error
      failed++
      worker.log(`ERROR: Backup of VM ${vmid} failed - ${printed(error).trimEnd()}`)
    }
  }
  if (failed > 0) throw died('job errors')
  worker.log('INFO: Backup job finished successfully')
}

/** The storage for a backup; what is wrong with it is told once for each of the two looks at it. */
function backupStorage({ sim, node }: Call<object>, name: string): Storage {
  const looks: readonly (readonly [string, () => Storage])[] = [
    [`could not activate storage '${name}'`, () => enabledStorage(sim.world, name, node)],
    [`could not get storage information for '${name}'`, () => usableStorage(existingStorage(sim.world, name))],
  ]
  const faults = looks.flatMap(([what, look]) => {
    try {
      look()
      return []
    } catch (error) {
      return [`${what}: ${printed(error).trimEnd()}`]
    }
  })
  if (faults.length > 0) throw died(faults.join('\n'))
  return existingStorage(sim.world, name)
}

function usableStorage(storage: Storage): Storage {
  if (contentsOf(storage).includes('backup')) return storage
  throw died(`can't use storage '${storage.storage}' for backups - wrong content type`)
}

const MILLISECONDS_PER_MIB = 5
const MIB = 1024 ** 2

/** Writes a guest's archive, while its configuration is locked. */
async function backUp(call: Call<object>, vm: Vm, storage: Storage, worker: Worker): Promise<void> {
  const { sim, node } = call
  const params: LooseParameters = { ...call.params }
  if (vm.config.lock !== undefined) throw died(`VM is locked (${vm.config.lock})`)
  const name = archiveName(vm, sim.clock.now(), params.compress)
  const bytes = archiveBytes(sim.world, vm)
  worker.log(`INFO: Starting Backup of VM ${vm.vmid} (${vm.kind})`)
  worker.log(`INFO: status = ${vm.run === undefined ? 'stopped' : 'running'}`)
  worker.log(`INFO: backup mode: ${vm.run === undefined ? 'stop' : (params.mode ?? 'snapshot')}`)
  worker.log(`INFO: creating vzdump archive '${pathOf(storage) ?? storage.storage}/dump/${name}'`)
  vm.config.lock = 'backup'
  try {
    await worker.sleep(1000 + (bytes / MIB) * MILLISECONDS_PER_MIB)
  } finally {
    delete vm.config.lock
  }
  const notes = notesOf(sim.world, vm, params['notes-template'])
  sim.world.volumes.push({
    storage: storage.storage,
    ...(isShared(storage) ? {} : { node }),
    name: `backup/${name}`,
    content: 'backup',
    format: name.slice(name.indexOf('.') + 1),
    sizeBytes: bytes,
    usedBytes: bytes,
    ctime: Math.floor(sim.clock.now() / 1000),
    vmid: vm.vmid,
    ...(vm.kind === 'qemu' ? { guest: backedUpGuest(call, vm) } : {}),
    ...(notes === undefined ? {} : { notes }),
    ...(params.protected ? { protected: true } : {}),
  })
  worker.log(`INFO: archive file size: ${Math.round(bytes / MIB)}MB`)
  worker.log(`INFO: Finished Backup of VM ${vm.vmid}`)
}

/** Backups at once. */
export const vzdumpHandlers: Handlers = { 'POST /nodes/{node}/vzdump': vzdump }
