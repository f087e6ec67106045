import type { Vm } from '../../../world/vm.ts'
import { isRoot } from '../../auth/caller.ts'
import type { Call, Handlers } from '../../call.ts'
import { badParameters, died, Failure, printed } from '../../failure.ts'
import type { Worker } from '../../tasks/workers.ts'
import { changeAccess } from '../access/change.ts'
import { isEnabled } from '../storage/definition.ts'
import { checkLock, checkProtection, isTemplate, locked } from './config/config-lock.ts'
import { isOwner } from './config/unused.ts'
import { loadVm } from './config/vm-file.ts'
import { findVolume, freeVolume, isBaseInUse } from './disks/free-volume.ts'
import { drivesOf, isInsertedCdrom, unusedOf } from './drive/drive.ts'
import { purge } from './purge.ts'
import { runTask } from './status/task.ts'

type DestroyCall = Call<{
  vmid: number
  skiplock?: boolean
  purge?: boolean
  'destroy-unreferenced-disks'?: boolean
}>

const FREE_MILLISECONDS = 200

function destroy(call: DestroyCall): string {
  const { vmid, skiplock } = call.params
  if (skiplock && !isRoot(call.caller)) throw badParameters({ skiplock: 'Only root may use this option.' })
  check(call)
  return runTask(call, 'qmdestroy', (worker) =>
    locked(call, vmid, async () => {
      const vm = check(call)
      if (!skiplock && vm.config.lock !== 'suspended') checkLock(vm)
      await removeDisks(call, worker, vm)
      removeAccess(call, vmid)
      delete call.sim.world.firewalls[`guest/${vmid}`]
      if (call.params.purge) purge(call, worker, vmid)
      call.sim.world.vms = call.sim.world.vms.filter((each) => each !== vm)
      call.sim.guests.forget(vmid)
    }),
  )
}

function check(call: DestroyCall): Vm {
  const { vmid, purge: purges } = call.params
  const { world } = call.sim
  const vm = loadVm(call, vmid)
  checkProtection(vm, `can't remove VM ${vmid}`)
  if (!purges && world.ha.resources[`vm:${vmid}`] !== undefined) {
    throw died(`unable to remove VM ${vmid} - used in HA resources and purge parameter not set.`)
  }
  if (!purges && Object.values(world.replication).some((job) => Number(job.guest) === vmid)) {
    throw died(`There is a replication job '${vmid}-0' for guest '${vmid}' - Please remove that first.`)
  }
  if (vm.run !== undefined) throw died(`VM ${vmid} is running - destroy failed`)
  return vm
}

async function removeDisks(call: DestroyCall, worker: Worker, vm: Vm): Promise<void> {
  const volids = ownVolumes(call, vm)
  if (isTemplate(vm)) {
    const used = volids.find((volid) => isBaseInUse(call, volid))
    if (used !== undefined) throw died(`base volume '${used}' is still in use by linked cloned`)
  }
  const strays = call.params['destroy-unreferenced-disks'] ? strayVolumes(call, vm.vmid) : []
  for (const volid of new Set([...volids, ...strays])) {
    await worker.sleep(FREE_MILLISECONDS)
    try {
      if (findVolume(call, volid) !== undefined) freeVolume(call, volid)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      worker.warn(`Could not remove disk '${volid}', check manually: ${printed(error)}`)
    }
  }
}

function ownVolumes(call: DestroyCall, vm: Vm): readonly string[] {
  const drives = [...drivesOf(vm.config), ...drivesOf(vm.pending)].filter(([, drive]) => !isInsertedCdrom(drive))
  const states = [vm.config.vmstate, ...vm.snapshots.map((snapshot) => snapshot.vmstate)]
  const all = [
    ...drives.map(([, drive]) => drive.file),
    ...unusedOf(vm.config).map(([, volid]) => volid),
    ...states.filter((volid) => volid !== undefined),
  ]
  return [...new Set(all)].filter((volid) => isOwner(call, vm.vmid, volid))
}

/** Disks of the machine's number that its configuration does not name. */
function strayVolumes({ sim, node }: DestroyCall, vmid: number): readonly string[] {
  const { storages, volumes } = sim.world
  return volumes
    .filter((volume) => volume.vmid === vmid && volume.content === 'images')
    .filter((volume) => volume.node === undefined || volume.node === node)
    .filter((volume) => storages.some((each) => each.storage === volume.storage && isEnabled(each, node)))
    .map((volume) => `${volume.storage}:${volume.name}`)
}

/** Nobody keeps rights on a machine that is gone. */
function removeAccess({ sim }: DestroyCall, vmid: number): void {
  changeAccess(sim, 'access permissions cleanup failed', (draft) => {
    draft.acl = draft.acl.filter((entry) => entry.path !== `/vms/${vmid}`)
    for (const pool of draft.pools) pool.vms = pool.vms.filter((each) => each !== vmid)
  })
}

/** Removing machines. */
export const destroyHandlers: Handlers = { 'DELETE /nodes/{node}/qemu/{vmid}': destroy }
