import type { Rule } from '../rule.ts'

/** An even number of control planes survives no more failures than one fewer. */
export const evenControlPlanes: Rule = {
  code: 'even-control-planes',
  severity: 'warning',
  summary: 'the number of control planes is odd; an error with `ha`, which also wants at least three',
  check: ({ spec, pools }) => {
    const pool = pools.find(({ role }) => role === 'controlplane')
    if (pool === undefined || pool.count === 0) return []
    const { count } = pool
    const path = ['controlPlane', 'count']
    if (spec.ha === true && count < 3) {
      return [
        {
          path,
          severity: 'error',
          message: `ha needs at least 3 control planes, this has ${count}`,
          hint: 'set controlPlane.count to 3, or ha to false',
        },
      ]
    }
    if (count % 2 === 1) return []
    const hint = `${count} survive no more failures than ${count - 1}; use ${count - 1} or ${count + 1}`
    return [
      {
        path,
        severity: spec.ha === true ? 'error' : 'warning',
        message: `${count} control planes are an even number`,
        hint,
      },
    ]
  },
}
