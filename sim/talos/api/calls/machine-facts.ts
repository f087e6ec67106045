import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { partitionsOf } from '../../hardware/partitions.ts'
import type { Node } from '../../node.ts'
import { isRunning } from '../../services/change.ts'
import { targetOf } from '../target.ts'

const KIB = 1024

/** What a machine tells about itself at once. */
export const machineFacts = {
  version: (_: unknown, context: HandlerContext) => ({ messages: [versionOf(targetOf(context))] }),
  memory: (_: unknown, context: HandlerContext) => ({ messages: [{ meminfo: memoryOf(targetOf(context)) }] }),
  mounts: (_: unknown, context: HandlerContext) => ({ messages: [{ stats: mountsOf(targetOf(context)) }] }),
} satisfies Partial<ServiceImpl<typeof MachineService>>

function versionOf({ state }: Node) {
  const { version = '', arch = '', platform = '' } = state.image ?? {}
  return {
    version: { tag: version, sha: 'undefined', built: '', goVersion: 'go1.26.8', os: 'linux', arch },
    platform: { name: platform, mode: platform === 'metal' ? 'metal' : 'cloud' },
    features: { rbac: true },
  }
}

/** In KiB; what runs takes its part. */
function memoryOf(node: Node) {
  const total = Math.floor((node.state.hardware.memoryBytes * 0.98) / KIB)
  const used = isRunning(node, 'kubelet') ? 0.25 : 0.1
  const available = Math.floor(total * (1 - used))
  return { memtotal: BigInt(total), memfree: BigInt(Math.floor(available * 0.8)), memavailable: BigInt(available) }
}

function mountsOf(node: Node) {
  if (!node.state.mounted) return []
  return partitionsOf(node).flatMap(({ devPath, size, mountedOn }) => {
    if (mountedOn === undefined) return []
    return [{ filesystem: devPath, size: BigInt(size), available: BigInt(Math.floor(size * 0.9)), mountedOn }]
  })
}
