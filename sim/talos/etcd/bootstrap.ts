import { machineConfig } from '../config/machine-config.ts'
import { ephemeral } from '../disk.ts'
import type { Node } from '../node.ts'
import { changeService, isUp } from '../services/change.ts'
import { abandonService, startService } from '../services/run.ts'

/** Why a cluster was not begun. */
export interface BootstrapRefusal {
  readonly kind: 'not here' | 'not yet' | 'impossible' | 'done'
  readonly why: string
}

/** Has etcd begin a cluster on this machine; until it has written its first data it can be told so again. */
export function bootstrapEtcd(
  node: Node,
  wish: { readonly recover: boolean; readonly skipHashCheck: boolean },
): BootstrapRefusal | undefined {
  const config = machineConfig(node)
  if (config?.type !== 'controlplane') {
    return { kind: 'not here', why: 'bootstrap can only be performed on a control plane node' }
  }
  if (!isUp(node, 'cri') || node.state.services.etcd === undefined) {
    return { kind: 'not yet', why: 'bootstrap is not available yet' }
  }
  if (config.etcdAuthority === undefined) return { kind: 'impossible', why: 'missing etcd CA' }
  if (ephemeral(node).etcd !== undefined) return { kind: 'done', why: 'etcd data directory is not empty' }
  if (node.state.services.etcd.state === 'Preparing') {
    abandonService(node, 'etcd')
    changeService(node, 'etcd', 'Failed', `Failed to run pre stage: ${INTERRUPTED}`)
  }
  changeService(node, 'etcd', 'Finished', 'Bootstrap requested')
  // To those who wait for a start, a service that has finished is up, if only for a moment.
  node.state.awaited = node.state.awaited.filter((id) => id !== 'etcd')
  node.state.bootstrap = wish
  startService(node, 'etcd')
  return undefined
}

const INTERRUPTED = [
  'failed to build initial etcd cluster: failed to build cluster arguments: 2 error(s) occurred:',
  '\ttimeout',
  '\terror getting etcd member list: context canceled',
].join('\n')
