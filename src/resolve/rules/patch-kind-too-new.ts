import { documentKinds } from '../../talos/document-kinds.ts'
import type { Rule } from '../rule.ts'
import { minorOf } from '../versions.ts'
import { patchDocuments, valueAt } from '../written-patches.ts'

/** A node refuses its whole config when a document is of a kind that it does not know. */
export const patchKindTooNew: Rule = {
  code: 'patch-kind-too-new',
  severity: 'error',
  summary: 'patches hold only documents that the Talos version knows',
  dependsOn: [['talos', 'version']],
  check: (context) => {
    const { version } = context.spec.talos
    return patchDocuments(context).flatMap(({ value, where }) => {
      const kind = String(valueAt(value, 'kind'))
      const since = documentKinds.get(kind)
      if (since === undefined || since <= minorOf(version)) return []
      const message = `${kind} came with Talos v1.${since}, this cluster has ${version}`
      return [{ ...where(['kind']), message, hint: 'raise talos.version, or say it in the older way' }]
    })
  },
}
