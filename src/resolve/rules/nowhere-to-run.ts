import type { Rule } from '../rule.ts'

/** Without a node that takes ordinary pods, not even DNS runs. */
export const nowhereToRun: Rule = {
  code: 'nowhere-to-run',
  severity: 'warning',
  summary: 'some machine takes ordinary pods',
  check: ({ spec, pools }) => {
    const workers = pools.filter(({ role }) => role === 'worker').reduce((sum, { count }) => sum + count, 0)
    if (spec.kubernetes?.scheduleOnControlPlanes !== false || workers > 0) return []
    const message = 'there are no workers, and control planes take no ordinary pods: nothing can run'
    return [{ path: ['kubernetes', 'scheduleOnControlPlanes'], message, hint: 'set it to true, or add workers' }]
  },
}
