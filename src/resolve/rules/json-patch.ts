import type { Rule } from '../rule.ts'
import { contractOf } from '../versions.ts'
import { patchDocuments } from '../written-patches.ts'
import { isJsonPatch } from './patch-shape.ts'

/** The first contract whose configs have several documents, which JSON patches cannot address. */
const severalDocuments = 12

/** Talos refuses JSON patches of configs with several documents. */
export const jsonPatch: Rule = {
  code: 'json-patch',
  severity: 'error',
  summary: `JSON patches are used only with contracts before v1.${severalDocuments}`,
  dependsOn: [
    ['talos', 'version'],
    ['talos', 'contract'],
  ],
  check: (context) => {
    const contract = contractOf(context.spec.talos)
    if (!(contract >= severalDocuments)) return []
    return patchDocuments(context).flatMap(({ value, where }) => {
      if (!isJsonPatch(value)) return []
      const message = `a JSON patch cannot change the several documents of contract v1.${contract}`
      return [{ ...where([]), message, hint: 'write the part of the config as it should be: machine: { … }' }]
    })
  },
}
