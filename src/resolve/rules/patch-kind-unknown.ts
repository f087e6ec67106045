import { nearest } from '../../spec/nearest.ts'
import { documentKinds } from '../../talos/document-kinds.ts'
import type { Rule } from '../rule.ts'
import { newestTalos } from '../versions.ts'
import { patchDocuments, valueAt } from '../written-patches.ts'

/** A kind that no Talos has is most likely a typing mistake, and nothing can be merged into it. */
export const patchKindUnknown: Rule = {
  code: 'patch-kind-unknown',
  severity: 'error',
  summary: 'the documents in patches are of kinds that exist',
  check: (context) =>
    patchDocuments(context).flatMap(({ value, where }) => {
      const kind = valueAt(value, 'kind')
      if (typeof kind !== 'string' || documentKinds.has(kind)) return []
      const close = nearest(kind, [...documentKinds.keys()])
      const hint =
        close === undefined ? `talmox knows the kinds up to Talos v1.${newestTalos}` : `did you mean ${close}?`
      return [{ ...where(['kind']), message: `Talos has no document of kind ${JSON.stringify(kind)}`, hint }]
    }),
}
