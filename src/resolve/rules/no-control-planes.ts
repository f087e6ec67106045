import type { Rule } from '../rule.ts'

/** Kubernetes is what the control planes run. */
export const noControlPlanes: Rule = {
  code: 'no-control-planes',
  severity: 'error',
  summary: 'there is at least one control plane',
  check: ({ pools }) =>
    pools.some(({ role, count }) => role === 'controlplane' && count === 0)
      ? [
          {
            path: ['controlPlane', 'count'],
            message: 'a cluster without control planes cannot run',
            hint: 'use 3, of which one may fail, or 1 to try things out; talmox destroy removes a cluster',
          },
        ]
      : [],
}
