import type { Network } from '../../net/ip.ts'
import { formatPath } from '../../spec/problem.ts'
import { addressClaims, addressSpan, freeOffsets, inFileOrder } from '../claims.ts'
import type { Finding, Rule, RuleContext } from '../rule.ts'
import { clashesOf } from '../spans.ts'

/** Pools without `addresses` of their own start at the same offset, so the second pool usually needs one. */
export const addressesOverlap: Rule = {
  code: 'addresses-overlap',
  severity: 'error',
  summary: 'the addresses of pools do not overlap',
  check: (context) =>
    context.spec.network?.addressing === 'dhcp'
      ? []
      : context.networks.flatMap((network) => inNetwork(context, network)),
}

function inNetwork(context: RuleContext, network: Network): Finding[] {
  const clashes = clashesOf(addressClaims(context, network))
  if (clashes.length === 0) return []
  const nextFree = freeOffsets(context)
  return clashes.map((clash) => {
    const [earlier, later] = inFileOrder(clash, context.pools)
    const offset = nextFree(network, later.owner.count)
    return {
      path: [...later.owner.path, 'addresses'],
      message: `${addressSpan(later, network)} overlaps ${addressSpan(earlier, network)} of ${formatPath(earlier.owner.path)}`,
      hint:
        offset === undefined
          ? `${network.text} has no room for ${later.owner.count} more machines in a row: use a larger network`
          : `use addresses that are free, such as addresses: ${offset}`,
    }
  })
}
