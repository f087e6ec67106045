import { MachineService } from '../gen/machine/machine_pb.ts'
import { single } from './answer.ts'
import type { CallOptions, TalosNode } from './node.ts'

/** A Talos service on one machine. */
export interface TalosService {
  readonly id: string
  /** Such as `Running`, `Preparing`, `Finished` or `Failed`. */
  readonly state: string
  readonly health: 'healthy' | 'unhealthy' | 'unknown'
  /** The last thing it said about itself. */
  readonly message: string
}

/** Lists the services of a machine. */
export async function listServices(node: TalosNode, options?: CallOptions): Promise<readonly TalosService[]> {
  const { services } = single(await node.unary(MachineService.method.serviceList, {}, options), 'ServiceList')
  return services.map(({ id, state, health, events }) => ({
    id,
    state,
    health: health === undefined || health.unknown ? 'unknown' : health.healthy ? 'healthy' : 'unhealthy',
    message: node.mask(events?.events.at(-1)?.msg ?? ''),
  }))
}
