import { sectionAt } from '../../../world/section.ts'
import { emptyFirewall, type Firewall } from '../../../world/stores.ts'
import type { World } from '../../../world/world.ts'
import { requireAny } from '../../auth/rights.ts'
import type { Call, LooseParameters } from '../../call.ts'
import { died } from '../../failure.ts'

/** What a list of rules belongs to; it decides what its rules may say. */
export type RuleEnvironment = 'cluster' | 'group' | 'host' | 'vm' | 'ct' | 'vnet'

/** A firewall of the API: where it is, and which one a request means. */
export interface Scope {
  readonly base: string
  readonly environment: Exclude<RuleEnvironment, 'group'>
  readonly keyOf: (params: LooseParameters) => string
  /** Rights that the schema cannot tell. */
  readonly admit?: (call: Call, privileges: readonly string[]) => void
}

const guest = ({ vmid }: LooseParameters): string => `guest/${vmid}`

/** Every firewall that has its own options and rules. */
export const scopes: readonly Scope[] = [
  { base: '/cluster/firewall', environment: 'cluster', keyOf: () => 'cluster' },
  { base: '/nodes/{node}/firewall', environment: 'host', keyOf: ({ node }) => `node/${node}` },
  { base: '/nodes/{node}/qemu/{vmid}/firewall', environment: 'vm', keyOf: guest },
  { base: '/nodes/{node}/lxc/{vmid}/firewall', environment: 'ct', keyOf: guest },
  {
    base: '/cluster/sdn/vnets/{vnet}/firewall',
    environment: 'vnet',
    keyOf: ({ vnet }) => `vnet/${vnet}`,
    admit: admitToVnet,
  },
]

/** The firewalls that also have aliases and sets of addresses. */
export const namingScopes: readonly Scope[] = scopes.filter(({ environment }) => !/^(?:host|vnet)$/.test(environment))

function admitToVnet({ sim, caller, params }: Call, privileges: readonly string[]): void {
  const vnet = sectionAt(sim.world.sdn.applied?.vnets ?? {}, String(params.vnet))
  if (vnet === undefined) throw died('invalid vnet specified at /usr/share/perl5/PVE/API2/Firewall/Helpers.pm line 55.')
  requireAny(sim.world, caller.id, `/sdn/zones/${vnet.zone}/${params.vnet}`, privileges)
}

/** The firewall that a request means; what has none yet has an empty one. */
export function firewallOf({ sim, params }: Call, scope: Scope): Firewall {
  return sim.world.firewalls[scope.keyOf(params)] ?? emptyFirewall()
}

/** The cluster's firewall, whose names all others can use. */
export const clusterFirewall = (world: World): Firewall => world.firewalls.cluster ?? emptyFirewall()

/** Changes a firewall: when something fails on the way, nothing has changed. */
export function changeFirewall({ sim, params }: Call, scope: Scope, change: (draft: Firewall) => void): null {
  const key = scope.keyOf(params)
  const draft = structuredClone(sim.world.firewalls[key] ?? emptyFirewall())
  change(draft)
  sim.world.firewalls[key] = draft
  return null
}
