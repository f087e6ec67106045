import { patchesIn } from '../../spec/references.ts'
import type { Rule } from '../rule.ts'

/** A patch that cannot be read would silently leave machines without it. */
export const patchUnreadable: Rule = {
  code: 'patch-unreadable',
  severity: 'error',
  summary: 'every patch file can be read',
  check: ({ spec, files }) =>
    patchesIn(spec).flatMap(({ path, patch }) => {
      const content = typeof patch === 'string' ? files.get(patch) : undefined
      if (content === undefined || 'text' in content) return []
      const hint = 'patch files are named relative to the cluster file'
      return [{ path, message: `the patch cannot be read: ${content.missing}`, hint }]
    }),
}
