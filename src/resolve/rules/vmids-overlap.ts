import { formatPath } from '../../spec/problem.ts'
import { freeVmids, inFileOrder, vmidClaims } from '../claims.ts'
import type { Finding, Rule } from '../rule.ts'
import { clashesOf } from '../spans.ts'

/** Ranges that meet hand out the same VMID, if not today then when a pool grows. */
export const vmidsOverlap: Rule = {
  code: 'vmids-overlap',
  severity: 'error',
  summary: 'the VMIDs of pools do not overlap',
  check: (context) => {
    const nextFree = freeVmids(context)
    return clashesOf(vmidClaims(context)).map((clash): Finding => {
      const [earlier, later] = inFileOrder(clash, context.pools)
      return {
        path: [...later.owner.path, 'vmids'],
        message: `VMIDs ${print(later)} overlap those of ${formatPath(earlier.owner.path)}, which are ${print(earlier)}`,
        hint: `use a range that is free, such as vmids: ${print(nextFree(later.owner.count))}`,
      }
    })
  },
}

function print({ first, last }: { readonly first: bigint | number; readonly last: bigint | number }): string {
  return first === last ? `${first}` : `${first}-${last}`
}
