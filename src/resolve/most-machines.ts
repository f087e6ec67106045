import type { Problem } from '../spec/problem.ts'
import type { Pool } from './pools.ts'

/** Four times the nodes that Kubernetes supports in one cluster: more is a typing error, which would only cost time. */
const mostMachines = 20_000

/** A cluster too large to be worked out at all, which is said before anything is. */
export function tooManyMachines(pools: readonly Pool[]): Problem[] {
  const total = pools.reduce((sum, { count }) => sum + count, 0)
  const largest = pools.toSorted((a, b) => b.count - a.count)[0]
  if (total <= mostMachines || largest === undefined) return []
  return [
    {
      code: 'too-many-machines',
      severity: 'error',
      path: [...largest.path, 'count'],
      message: `the cluster would have ${total} machines, talmox works out at most ${mostMachines}`,
      hint: 'lower the counts, or make several clusters of it',
    },
  ]
}
