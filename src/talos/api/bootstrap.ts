import { UserError } from '../../user-error.ts'
import { MachineService } from '../gen/machine/machine_pb.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** How etcd begins. */
export interface BootstrapOptions extends CallOptions {
  /** Begin with the snapshot that was uploaded to this machine before. */
  readonly recover?: boolean
  /** For a snapshot that is a copy of the database file and has no checksum. */
  readonly skipHashCheck?: boolean
}

/** Whether this call began etcd, or etcd data was there before; then nothing was changed. */
export type BootstrapOutcome = 'started' | 'already'

/**
 * Begins etcd on one control plane, once in the life of a cluster; on a second one it makes a second cluster.
 * Until etcd has written its first data, about a second later, the same machine takes the call again.
 */
export async function bootstrap(node: TalosNode, options: BootstrapOptions = {}): Promise<BootstrapOutcome> {
  const { recover = false, skipHashCheck = false } = options
  const request = { recoverEtcd: recover, recoverSkipHashCheck: skipHashCheck }
  try {
    await node.unary(MachineService.method.bootstrap, request, { deadlineMs: 30_000, ...options })
    return 'started'
  } catch (error) {
    if (error instanceof UserError && error.code === 'talos-already-exists') return 'already'
    throw error
  }
}
