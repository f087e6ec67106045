import { placeOfPath, type Target } from '../spec/locate.ts'
import type { Path } from '../spec/problem.ts'
import { patchesIn } from '../spec/references.ts'
import type { Finding, RuleContext } from './rule.ts'

/** A document of a patch, and where its parts are written: in the cluster file, or in a file that it names. */
export interface PatchDocument {
  readonly value: unknown
  readonly where: (inner: Path, on?: Target) => Pick<Finding, 'path' | 'on' | 'at'>
}

/** Every document of every patch; a file that is named more than once is looked at once. */
export function patchDocuments({ spec, patchFiles }: Pick<RuleContext, 'spec' | 'patchFiles'>): PatchDocument[] {
  const seen = new Set<string>()
  return patchesIn(spec).flatMap(({ path, patch }): PatchDocument[] => {
    if (typeof patch !== 'string') return [{ value: patch, where: (inner, on = 'value') => inline(path, inner, on) }]
    const read = patchFiles.get(patch)
    if (read === undefined || seen.has(patch)) return []
    seen.add(patch)
    const { index, documents } = read
    return documents.map(({ value, root }) => ({
      value,
      where: (inner, on = 'value') => ({ path, at: placeOfPath({ file: patch, index, root }, inner, on) }),
    }))
  })
}

function inline(path: Path, inner: Path, on: Target): Pick<Finding, 'path' | 'on'> {
  return { path: [...path, ...inner], on }
}

/** The value at the end of a path of keys, where every step is a map. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => (isMap(here) && Object.hasOwn(here, key) ? here[key] : undefined), value)
}

/** Whether a value of a document is a map. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
