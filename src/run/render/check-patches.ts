import type { Loaded } from '../../spec/load.ts'
import type { Problem } from '../../spec/problem.ts'
import { patchesIn } from '../../spec/references.ts'
import { unreadable } from '../../talos/render/apply-patches.ts'
import { patchReader } from '../../talos/render/patch-text.ts'
import { asWritten } from '../../talos/render/patch-value.ts'

/** What Talos could not read of the patches of a cluster file, while that has errors and no machine can be looked at. */
export function checkPatches(loaded: Loaded): Problem[] {
  if (loaded.spec === undefined) return []
  const textOf = patchReader(loaded)
  const seen = new Set<unknown>()
  return patchesIn(loaded.spec).flatMap(({ path, patch }) => {
    if (seen.has(patch)) return []
    seen.add(patch)
    const text = textOf({ path, documents: [], ...(typeof patch === 'string' ? { file: patch } : {}) })
    const values = text.documents.map((root) => asWritten(root, text.index.text))
    // Kinds have rules of their own, which have spoken by now.
    return unreadable({ text, values }).filter(({ code }) => code !== 'patch-unknown-kind')
  })
}
