import type { Host } from '../../../world/host.ts'
import type { Call } from '../../call.ts'

/** The host that carries a request out. */
export function hostOf({ sim, node }: Pick<Call, 'sim' | 'node'>): Host {
  const host = sim.world.hosts.find((each) => each.name === node)
  if (host === undefined) throw new Error(`the request was forwarded to ${node}, which does not exist`)
  return host
}
