import { contains, type Network } from '../../net/ip.ts'
import { formatPath } from '../../spec/problem.ts'
import { addressClaims, addressSpan } from '../claims.ts'
import { groupBy } from '../group-by.ts'
import { type Holding, hasOwnAddress, holdingsOf, ipKey } from '../holdings.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'
import { holderOf } from '../spans.ts'

/** Such an address is free today, and taken as soon as the other pool grows. */
export const addressInOtherPool: Rule = {
  code: 'address-in-other-pool',
  severity: 'warning',
  summary: 'an address given to a single machine is not among those of another pool',
  check: (context) => {
    if (!context.machines.some(hasOwnAddress)) return []
    const holders = groupBy(holdingsOf(context.machines), ({ ip }) => ipKey(ip))
    const single = [...holders.values()].flatMap(([first, ...others]) =>
      first.own && first.nic === 0 && others.length === 0 ? [first] : [],
    )
    return context.networks.flatMap((network) => inNetwork(context, network, single))
  },
}

function inNetwork(context: RuleContext, network: Network, single: readonly Holding[]): Finding[] {
  const holder = holderOf(addressClaims(context, network))
  const pools = new Map(context.pools.map((pool) => [pool.name, pool]))
  return single
    .filter(({ ip }) => contains(network, ip))
    .flatMap(({ machine, ip, address, path }): Finding[] => {
      const own = pools.get(machine.pool.name)
      const claim = own === undefined ? undefined : holder(ip.value, own)
      if (claim === undefined) return []
      const other = formatPath(claim.owner.path)
      return [
        {
          path,
          message: `${address} of ${machine.name} is one of the addresses of ${other}, ${addressSpan(claim, network)}`,
          hint: `choose an address that no pool hands out, or take it out of ${other}.addresses`,
        },
      ]
    })
}
