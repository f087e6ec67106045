import type { Vm, VmConfig } from '../../../../world/vm.ts'
import { guestMemory } from '../../../guests/facts.ts'
import { existingStorage, isShared, pathOf } from '../../storage/definition.ts'
import type { Asking, Job } from '../asking.ts'
import { allocateDisk } from '../disks/allocate-disk.ts'
import { drivesOf, isCdrom } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'

const MIB = 1024 ** 2
const DEVICE_STATE_BYTES = 500 * MIB
/** Bytes of memory that are saved in a simulated second. */
const RATE = 1024 * MIB

/** Where the memory of a machine is saved: where its disks are, rather shared than local, rather as a file. */
export function stateStorage({ sim }: Pick<Asking, 'sim'>, config: VmConfig): string {
  if (config.vmstatestorage !== undefined) return config.vmstatestorage
  const names = drivesOf(config).flatMap(([, drive]) =>
    isCdrom(drive) ? [] : (splitVolumeId(drive.file)?.storage ?? []),
  )
  const storages = [...new Set(names)].sort().map((name) => existingStorage(sim.world, name))
  const best = (candidates: typeof storages) =>
    candidates.findLast((each) => pathOf(each) !== undefined) ?? candidates[0]
  return (best(storages.filter(isShared)) ?? best(storages.filter((each) => !isShared(each))))?.storage ?? 'local'
}

/** Saves the memory of a running machine and tells the volume that holds it. */
export async function saveState(asking: Asking, job: Job, vm: Vm, name: string, storageName: string): Promise<string> {
  const memory = guestMemory(vm)
  const suffix = pathOf(existingStorage(asking.sim.world, storageName)) === undefined ? '' : '.raw'
  const volid = await allocateDisk(asking, job, storageName, {
    vmid: vm.vmid,
    format: 'raw',
    name: `vm-${vm.vmid}-state-${name}${suffix}`,
    sizeBytes: 2 * memory + DEVICE_STATE_BYTES,
  })
  job.log(`saving VM state and RAM using storage '${storageName}'`)
  const seconds = Math.ceil(memory / RATE)
  await job.sleep(seconds * 1000)
  job.log(`completed saving the VM state in ${seconds}s, saved ${(memory / MIB).toFixed(2)} MiB`)
  return volid
}
