import { patchesIn } from '../../spec/references.ts'
import type { Rule } from '../rule.ts'
import { isMap } from '../written-patches.ts'

/** A patch without content is most likely one that was not finished. */
export const patchEmpty: Rule = {
  code: 'patch-empty',
  severity: 'warning',
  summary: 'every patch changes something',
  check: ({ spec, patchFiles }) =>
    patchesIn(spec).flatMap(({ path, patch }) => {
      const read = typeof patch === 'string' ? patchFiles.get(patch) : { documents: [{ value: patch }], faults: [] }
      if (read === undefined || read.faults.length > 0) return []
      const empty = read.documents.every(({ value }) => isMap(value) && Object.keys(value).length === 0)
      return empty ? [{ path, message: 'the patch is empty', hint: 'remove it' }] : []
    }),
}
