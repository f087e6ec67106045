import { formatPath } from '../../spec/problem.ts'
import { machinesByPool } from '../claims.ts'
import { hasOwnVmid } from '../holdings.ts'
import { largestVmid } from '../pools.ts'
import type { Finding, Rule } from '../rule.ts'

/** A pool stays within its range, so that the range can be trusted by permissions and by people. */
export const vmidsTooFew: Rule = {
  code: 'vmids-too-few',
  severity: 'error',
  summary: 'the range of VMIDs of a pool has one for each of its machines',
  check: ({ pools, machines }) =>
    machinesByPool(pools, machines).flatMap(([{ path, count, vmids }, members]): Finding[] => {
      const { first, last } = vmids
      const fits = last - first + 1
      if (!members.some((machine) => machine.index > fits && !hasOwnVmid(machine))) return []
      const start = Math.min(first, largestVmid - count + 1)
      return [
        {
          path: [...path, 'vmids'],
          message: `VMIDs ${first}-${last} are enough for ${fits} machines, and ${formatPath(path)} has ${count}`,
          hint: `use a longer range, such as vmids: ${start}-${start + count - 1}, or lower ${formatPath(path)}.count to ${fits}`,
        },
      ]
    }),
}
