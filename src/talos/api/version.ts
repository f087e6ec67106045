import { MachineService } from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** What runs on a machine. */
export interface TalosVersion {
  /** Such as `v1.13.9`. */
  readonly tag: string
  readonly arch: string
  /** Such as `nocloud`, `metal` or `container`. */
  readonly platform: string
  readonly rolesEnforced: boolean
}

/** Asks which Talos a machine runs; in maintenance mode answered since 1.13. */
export async function fetchVersion(node: TalosNode, options?: CallOptions): Promise<TalosVersion> {
  const { version, platform, features } = single(
    await node.unary(MachineService.method.version, {}, options),
    'Version',
  )
  return {
    tag: version?.tag ?? '',
    arch: version?.arch ?? '',
    platform: platform?.name ?? '',
    rolesEnforced: features?.rbac ?? false,
  }
}
