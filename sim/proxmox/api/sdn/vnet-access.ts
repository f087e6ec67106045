import { type Section, sectionAt } from '../../../world/section.ts'
import { requireAny } from '../../auth/rights.ts'
import type { Call } from '../../call.ts'
import { died } from '../../failure.ts'

/** The virtual network of a request, for somebody with one of the rights on it. */
export function vnetFor({ sim, caller, params }: Call<{ vnet: string }>, privileges: readonly string[]): Section {
  const vnet = sectionAt(sim.world.sdn.vnets, params.vnet)
  if (vnet === undefined) throw died(`sdn vnet '${params.vnet}' does not exist`)
  requireAny(sim.world, caller.id, `/sdn/zones/${vnet.zone}/${params.vnet}`, privileges)
  return vnet
}

/** Rights of which one is enough to look. */
export const READERS = ['SDN.Audit', 'SDN.Allocate']

/** The right to change. */
export const WRITERS = ['SDN.Allocate']
