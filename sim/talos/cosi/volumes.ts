import { create, toBinary } from '@bufbuild/protobuf'
import { VolumePhase, VolumeStatusSpecSchema } from '../../../src/talos/gen/machine/resources_pb.ts'
import { type Partition, partitionsOf } from '../hardware/partitions.ts'
import type { Node } from '../node.ts'
import type { ResourceContent, ResourceKind } from './kind.ts'
import { prettySize } from './pretty-size.ts'

const FILESYSTEMS: Readonly<Partial<Record<Partition['label'], string>>> = { STATE: 'xfs', EPHEMERAL: 'xfs' }

function statusOf({ state }: Node, { label, index, devPath, parent, size }: Partition): ResourceContent {
  const isReady = label === 'EPHEMERAL' ? state.mounted : label === 'META' || state.config !== undefined
  const filesystem = FILESYSTEMS[label]
  const pretty = prettySize(size)
  const spec = create(VolumeStatusSpecSchema, {
    phase: isReady ? VolumePhase.READY : VolumePhase.WAITING,
    location: devPath,
    parentLocation: parent,
    partitionIndex: BigInt(index),
    size: BigInt(size),
    mountLocation: devPath,
    prettySize: pretty,
  })
  return {
    id: label,
    labels: { 'talos.dev/system-volume': '' },
    spec: {
      phase: isReady ? 'ready' : 'waiting',
      type: 'partition',
      location: devPath,
      mountLocation: devPath,
      partitionIndex: index,
      parentLocation: parent,
      size,
      prettySize: pretty,
      ...(filesystem === undefined ? {} : { filesystem }),
    },
    proto: toBinary(VolumeStatusSpecSchema, spec),
  }
}

/** Resources about the volumes of Talos itself. */
export const volumeKinds: readonly ResourceKind[] = [
  {
    type: 'VolumeStatuses.block.talos.dev',
    owner: 'block.VolumeManagerController',
    list: (node) =>
      partitionsOf(node)
        .filter(({ label }) => label !== 'EFI')
        .map((partition) => statusOf(node, partition)),
  },
]
