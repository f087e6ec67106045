import { randomUUID } from 'node:crypto'
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import {
  type MachineService,
  RebootRequest_Mode as RebootMode,
  type ResetRequest,
  UpgradeRequest_RebootMode as UpgradeMode,
  ResetRequest_WipeMode as WipeMode,
} from '../../../../src/talos/gen/machine/machine_pb.ts'
import { rollBack } from '../../boot/upgrade.ts'
import { machineConfig } from '../../config/machine-config.ts'
import { systemDisk } from '../../disk.ts'
import { leaderOf, nodesUp, runningMembership } from '../../etcd/cluster.ts'
import { disksOf } from '../../hardware/disks.ts'
import type { Node } from '../../node.ts'
import { requireImage } from '../../registry.ts'
import { requestSequence } from '../../sequence/run.ts'
import type { SequenceWish } from '../../sequence/state.ts'
import { isAtLeast } from '../../version.ts'
import { changing } from '../target.ts'

type PowerCalls = Pick<ServiceImpl<typeof MachineService>, 'reboot' | 'shutdown' | 'reset' | 'upgrade' | 'rollback'>

const WIPES: Readonly<Record<number, SequenceWish['wipe']>> = {
  [WipeMode.ALL]: 'all',
  [WipeMode.SYSTEM_DISK]: 'system-disk',
  [WipeMode.USER_DISKS]: 'user-disks',
}

/** What takes a machine down, and mostly up again. */
export const powerCalls: PowerCalls = {
  reboot: ({ mode }, context) =>
    changing(context, (node) => {
      const actorId = randomUUID()
      requestSequence(node, 'reboot', actorId, { powercycle: mode === RebootMode.POWERCYCLE })
      return { messages: [{ actorId }] }
    }),
  shutdown: ({ force }, context) =>
    changing(context, (node) => {
      const actorId = randomUUID()
      requestSequence(node, 'shutdown', actorId, { graceful: !force, afterwards: 'halt' })
      return { messages: [{ actorId }] }
    }),
  reset: (request, context) =>
    changing(context, (node) => {
      requireWipeable(node, request)
      const actorId = randomUUID()
      requestSequence(node, 'reset', actorId, {
        graceful: request.graceful,
        afterwards: request.reboot ? 'reboot' : 'halt',
        wipe: WIPES[request.mode] ?? 'all',
        partitions: request.systemPartitionsToWipe.filter(({ wipe }) => wipe).map(({ label }) => label),
        userDisks: disksOf(node)
          .filter(({ devPath }) => request.userDisksToWipe.includes(devPath))
          .map(({ drive }) => drive),
      })
      return { messages: [{ actorId }] }
    }),
  upgrade: ({ image, preserve, force, rebootMode }, context) =>
    changing(context, (node) => {
      requireImage(node, image)
      if (!preserve && !force) requireHealthyEtcd(node)
      const actorId = randomUUID()
      const powercycle = rebootMode === UpgradeMode.POWERCYCLE
      requestSequence(node, 'upgrade', actorId, { image, powercycle })
      return { messages: [{ ack: 'Upgrade request received', actorId }] }
    }),
  rollback: (_, context) =>
    changing(context, (node) => {
      if (!rollBack(node)) throw new ConnectError('previous installation was not found', Code.FailedPrecondition)
      requestSequence(node, 'reboot', randomUUID())
      return { messages: [{}] }
    }),
}

function requireWipeable(node: Node, { systemPartitionsToWipe, userDisksToWipe }: ResetRequest): void {
  const partitions = ['EFI', 'BIOS', 'BOOT', 'META', 'STATE', 'EPHEMERAL', ...(isAtLeast(node, '1.14') ? ['ETCD'] : [])]
  for (const { label } of systemPartitionsToWipe) {
    if (partitions.includes(label)) continue
    throw new ConnectError(`partition with label "${label}" is not found on the system disk`, Code.Unknown)
  }
  for (const path of userDisksToWipe) {
    const disk = disksOf(node).find(({ devPath }) => devPath === path)
    if (disk === undefined)
      throw new ConnectError(`failed to open disk ${path}: no such file or directory`, Code.Unknown)
    if (disk.isSystem) throw new ConnectError(`user disk ${path} is a system disk`, Code.InvalidArgument)
  }
  if (systemDisk(node) === undefined) throw new ConnectError('machine is not installed', Code.FailedPrecondition)
}

/** Up to 1.12 a control plane looks at etcd before it goes down. */
function requireHealthyEtcd(node: Node): void {
  if (machineConfig(node)?.type !== 'controlplane') return
  const membership = runningMembership(node)
  const refuse = (why: string) => new ConnectError(`error validating etcd for upgrade: ${why}`, Code.Unknown)
  if (membership === undefined || leaderOf(node.talos, membership.cluster) === undefined) {
    throw refuse('etcdserver: no leader')
  }
  const { members } = membership.cluster
  if (members.length === 2) {
    throw refuse('etcd member count(2) is insufficient to maintain quorum if upgrade commences')
  }
  const missing = members.length - nodesUp(node.talos, membership.cluster).length
  if (missing > 0) throw refuse(`${missing} of ${members.length} members are not healthy`)
}
