import { extensionLists } from '../extension-lists.ts'
import { extensionName } from '../image.ts'
import type { Rule } from '../rule.ts'

/** A repeated extension is harmless, but most likely another one was meant. */
export const extensionTwice: Rule = {
  code: 'extension-twice',
  severity: 'warning',
  summary: 'no list of extensions names one twice',
  check: ({ spec }) =>
    extensionLists(spec).flatMap(([path, names]) => {
      const seen = new Set<string>()
      return names.flatMap((name, index) => {
        const full = extensionName(name)
        if (!seen.has(full)) {
          seen.add(full)
          return []
        }
        return [{ path: [...path, index], message: `${name} is already in this list`, hint: 'remove it' }]
      })
    }),
}
