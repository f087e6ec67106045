import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import type { BlockDeviceWipeDescriptor, StorageService } from '../../../../src/talos/gen/storage_pb.ts'
import { wipeDisk, wipePartition } from '../../boot/wipe.ts'
import { disksOf, type KernelDisk } from '../../hardware/disks.ts'
import { type Partition, partitionsOf } from '../../hardware/partitions.ts'
import type { Node } from '../../node.ts'
import { changing } from '../target.ts'

/** Wipes disks and partitions that nothing uses: all of them, or none. */
export const blockDeviceWipe: ServiceImpl<typeof StorageService>['blockDeviceWipe'] = ({ devices }, context) =>
  changing(context, (node) => {
    for (const { device, partition } of devices.map((wish) => requireFree(node, wish))) {
      if (partition === undefined) wipeDisk(node, device.drive)
      else wipePartition(node, partition.label)
    }
    return { messages: [{}] }
  })

interface Free {
  /** The disk, or the one that the partition is on. */
  readonly device: KernelDisk
  readonly partition?: Partition
}

const baseName = (devPath: string): string => devPath.replace('/dev/', '')

function requireFree(node: Node, { device: name, skipVolumeCheck }: BlockDeviceWipeDescriptor): Free {
  const partition = partitionsOf(node).find(({ devPath }) => baseName(devPath) === name)
  const diskName = partition === undefined ? name : baseName(partition.parent)
  const device = disksOf(node).find((disk) => disk.name === diskName)
  if (device === undefined) throw new ConnectError(`blockdevice ${quoted(name)} not found`, Code.NotFound)
  const refuse = (why: string) => new ConnectError(`blockdevice ${quoted(name)} ${why}`, Code.FailedPrecondition)
  if (device.isCdrom) throw refuse('is read-only')
  const volume = skipVolumeCheck ? undefined : usingVolume(node, name)
  if (volume !== undefined) throw refuse(`is in use by volume ${quoted(volume.label)}`)
  if (isMounted(node, device, partition)) {
    throw new ConnectError(`block device ${quoted(name)} is mounted or in use`, Code.FailedPrecondition)
  }
  return partition === undefined ? { device } : { device, partition }
}

const quoted = (name: string): string => JSON.stringify(name)

/** The first volume of Talos by name that is the device, or lies on it. */
function usingVolume(node: Node, name: string): Partition | undefined {
  return partitionsOf(node)
    .filter(({ label, devPath, parent }) => label !== 'EFI' && [devPath, parent].map(baseName).includes(name))
    .sort((a, b) => (a.label < b.label ? -1 : 1))[0]
}

/** A machine with a config has its partitions mounted; one without has only seen them. */
function isMounted({ state }: Node, { isSystem }: KernelDisk, partition: Partition | undefined): boolean {
  if (!isSystem || state.config === undefined) return false
  return partition === undefined || partition.mountedOn !== undefined
}
