import type { Rule } from '../rule.ts'
import { isMap, patchDocuments } from '../written-patches.ts'

/** Whether a document is a list of JSON patch operations. */
export function isJsonPatch(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isMap(item) && 'op' in item && 'path' in item)
}

/** Talos knows two forms of patches; anything else does not decode. */
export const patchShape: Rule = {
  code: 'patch-shape',
  severity: 'error',
  summary: 'a patch is a part of the machine config, or a list of JSON patch operations',
  check: (context) =>
    patchDocuments(context).flatMap(({ value, where }) => {
      if (isMap(value) || isJsonPatch(value)) return []
      const message = Array.isArray(value)
        ? 'this list is not one of JSON patch operations'
        : 'a patch cannot be a single value'
      return [{ ...where([]), message, hint: 'start it with machine:, cluster:, or apiVersion: and kind:' }]
    }),
}
