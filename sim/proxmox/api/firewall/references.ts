import type { Firewall } from '../../../world/stores.ts'
import type { Call, RestHandlers } from '../../call.ts'
import { macros } from '../../tables/firewall-macros.ts'
import { mount } from '../mount.ts'
import { clusterFirewall, firewallOf, namingScopes, type Scope } from './scope.ts'

type Wanted = { type?: string }

/** The sets and aliases of a firewall, as rules refer to them. */
function refsOf({ ipsets, aliases }: Firewall, scope: 'dc' | 'guest', wanted: string | undefined) {
  const sets = Object.entries(ipsets).map(([name, { comment }]) => ({
    type: 'ipset',
    name,
    ref: `+${name}`,
    scope,
    comment,
  }))
  const names = Object.entries(aliases).map(([name, { comment }]) => ({
    type: 'alias',
    name,
    ref: name,
    scope,
    comment,
  }))
  return [...sets, ...names]
    .filter(({ type }) => wanted === undefined || wanted === type)
    .map(({ comment, ...ref }) => (comment ? { ...ref, comment } : ref))
}

function list(call: Call<Wanted>, scope: Scope) {
  const { type } = call.params
  const shared = refsOf(clusterFirewall(call.sim.world), 'dc', type)
  return scope.environment === 'cluster' ? shared : [...shared, ...refsOf(firewallOf(call, scope), 'guest', type)]
}

/** Names that rules can use: sets, aliases and macros. */
export const firewallReferenceHandlers: RestHandlers = {
  ...mount(namingScopes, (scope) => ({ [`GET ${scope.base}/refs`]: (call: Call<Wanted>) => list(call, scope) })),
  'GET /cluster/firewall/macros': () => Object.keys(macros).map((macro) => ({ macro, descr: macro })),
}
