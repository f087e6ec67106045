import type { ParametersOf } from '../client/call-types.ts'
import { printDiskSize } from '../format-checks/disk-size.ts'
import type { ObservedVm } from '../observe/observed.ts'
import type { Release } from '../tables/types.ts'
import { callValues, checkedCall } from './call-parameters.ts'
import type { HardwareDifference, Move, Resize } from './hardware-difference.ts'

type Target = Pick<ObservedVm, 'host' | 'vmid' | 'digest'>

/** The call that sets and removes keys as a task, guarded by the digest; undefined when there are none. */
export function updateParameters(
  { set, delete: remove }: Pick<HardwareDifference, 'set' | 'delete'>,
  { host: node, vmid, digest }: Target,
  release: Release = '9',
): ParametersOf<'POST', '/nodes/{node}/qemu/{vmid}/config'> | undefined {
  if (Object.keys(set).length === 0 && remove.length === 0) return undefined
  return checkedCall(release, 'POST', '/nodes/{node}/qemu/{vmid}/config', {
    ...callValues(set),
    ...(remove.length === 0 ? {} : { delete: remove.join(',') }),
    node,
    vmid,
    digest,
  })
}

/** The call that grows a disk. */
export function resizeParameters(
  { disk, to }: Resize,
  { host: node, vmid }: Omit<Target, 'digest'>,
  release: Release = '9',
): ParametersOf<'PUT', '/nodes/{node}/qemu/{vmid}/resize'> {
  const size = printDiskSize(to)
  return checkedCall(release, 'PUT', '/nodes/{node}/qemu/{vmid}/resize', { node, vmid, disk, size })
}

/** The call that takes a disk to another storage, and does not leave the old copy behind. */
export function moveParameters(
  { disk, to: storage }: Move,
  { host: node, vmid }: Omit<Target, 'digest'>,
  release: Release = '9',
): ParametersOf<'POST', '/nodes/{node}/qemu/{vmid}/move_disk'> {
  return checkedCall(release, 'POST', '/nodes/{node}/qemu/{vmid}/move_disk', {
    node,
    vmid,
    disk,
    storage,
    delete: true,
  })
}
