import { formatPath } from '../../spec/problem.ts'
import { settingAt } from '../layers.ts'
import { isRequired } from '../required-settings.ts'
import type { Finding, Rule } from '../rule.ts'

/** `null` takes away what a wider layer says; some things a machine cannot be without. */
export const cannotRemove: Rule = {
  code: 'cannot-remove',
  severity: 'error',
  summary: 'nothing that every machine needs is removed by `null`, and no pool is left empty',
  check: ({ removed }) =>
    removed.flatMap((path): Finding[] => {
      const setting = settingAt(path)
      if (setting !== undefined && isRequired(setting)) {
        return [
          {
            path,
            message: `every machine needs ${formatPath(setting)}, so it cannot be removed`,
            hint: 'write a value, or leave the line out to keep the inherited one',
          },
        ]
      }
      if (path[0] !== 'workers' || path.length !== 2) return []
      return [
        {
          path,
          message: `the pool ${String(path[1])} is empty`,
          hint: 'write at least its count, or leave it out',
        },
      ]
    }),
}
