import type { Vm } from '../../../../world/vm.ts'
import { isRoot } from '../../../auth/caller.ts'
import { requireAll } from '../../../auth/rights.ts'
import type { Call, Handlers } from '../../../call.ts'
import { badParameters, died } from '../../../failure.ts'
import { enabledStorage } from '../../storage/definition.ts'
import { requireOnVm } from '../checks/vm-privilege.ts'
import { requireNode } from '../clone-source.ts'
import { checkLock } from '../config/config-lock.ts'
import { loadVm } from '../config/vm-file.ts'
import { drivesOf } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import { migrationLocked } from '../snapshot/migration-lock.ts'
import { isHighlyAvailable, requestHa } from '../status/ha-request.ts'
import { runTask } from '../status/task.ts'
import { moveVm } from './move-vm.ts'
import { preconditions } from './preconditions.ts'

/** What a request to move a machine says. */
export type MigrateCall = Call<{
  vmid: number
  target: string
  online?: boolean
  force?: boolean
  targetstorage?: string
  'with-local-disks'?: boolean
  migration_type?: string
  migration_network?: string
}>

function migrate(call: MigrateCall): string {
  const { caller, params, node } = call
  const { vmid, target } = params
  if (target === node) throw badParameters({ target: 'target is local node.' })
  requireNode(call, target)
  for (const key of ['force', 'migration_type', 'migration_network'] as const) {
    if (params[key] && !isRoot(caller)) throw badParameters({ [key]: 'Only root may use this option.' })
  }
  const vm = loadVm(call, vmid)
  checkLock(vm)
  if (vm.run !== undefined && !params.online) throw died("can't migrate running VM without --online")
  const storages = storageMap(call, vm)
  if (isHighlyAvailable(call, vmid)) {
    return requestHa(call, {
      type: 'hamigrate',
      words: `Requesting HA migration for VM ${vmid} to node ${target}`,
      does: 'qmigrate',
      carryOut: (worker) => migrationLocked(call, vmid, () => moveVm(call, worker, storages)),
    })
  }
  return runTask(call, 'qmigrate', (worker) => migrationLocked(call, vmid, () => moveVm(call, worker, storages)))
}

/** Tells where a volume of a storage goes on the other node. */
export type StorageMap = (storage: string) => string

function storageMap(call: MigrateCall, vm: Vm): StorageMap {
  const { targetstorage, target, vmid } = call.params
  const used = () => drivesOf(vm.config).flatMap(([, drive]) => splitVolumeId(drive.file)?.storage ?? [])
  if (targetstorage === undefined || targetstorage === '1') {
    for (const storage of used()) {
      enabledStorage(call.sim.world, storage, call.node)
      enabledStorage(call.sim.world, storage, target)
    }
    return (storage) => storage
  }
  requireOnVm(call, { vmid }, ['VM.Config.Disk'])
  const pairs = targetstorage.split(',').map((each) => each.split(':'))
  for (const wanted of pairs.map((pair) => pair.at(-1) ?? '')) {
    enabledStorage(call.sim.world, wanted, target)
    requireAll(call.sim.world, call.caller.id, `/storage/${wanted}`, ['Datastore.AllocateSpace'])
  }
  const single = pairs.find((pair) => pair.length === 1)?.[0]
  const map = new Map(pairs.filter((pair) => pair.length === 2).map(([from = '', to = '']) => [from, to]))
  return (storage) => map.get(storage) ?? single ?? storage
}

/** Moving machines to other nodes. */
export const migrateHandlers: Handlers = {
  'GET /nodes/{node}/qemu/{vmid}/migrate': preconditions,
  'POST /nodes/{node}/qemu/{vmid}/migrate': migrate,
}
