import type { Path, Problem } from '../../spec/problem.ts'
import { UserError } from '../../user-error.ts'
import { conform } from '../document/conform.ts'
import { identityOf } from '../document/identity.ts'
import type { Finding } from '../document/problem.ts'
import { at, type Document, isMapping, type Value } from '../document/value.ts'
import { splitDeletions } from '../patch/deletion.ts'
import { applyPatch, patchOf } from '../patch/patch.ts'
import type { PatchText } from './patch-text.ts'
import { retrace, type Trace } from './trace.ts'

/** A patch that was read for one machine. */
export interface ReadPatch {
  readonly text: PatchText
  readonly values: readonly Value[]
}

/** Documents with what is known about where their values come from, by the identity of the document. */
export interface Traced {
  readonly documents: readonly Document[]
  readonly traces: ReadonlyMap<string, Trace>
}

/** A config after its patches, and what is wrong with those; a patch that is wrong is left out. */
export interface Patched extends Traced {
  readonly problems: readonly Problem[]
}

/** Applies patches in order, and remembers what each of them set. */
export function applyPatches(documents: readonly Document[], patches: readonly ReadPatch[]): Patched {
  const unpatched: Patched = { documents, traces: new Map(), problems: [] }
  return patches.reduce((config, patch) => attempt(config, patch), unpatched)
}

function attempt(config: Patched, patch: ReadPatch): Patched {
  if (patch.values.every(isEmpty)) return config
  const found = unreadable(patch)
  if (found.length > 0) return { ...config, problems: [...config.problems, ...found] }
  try {
    const documents = applyPatch(config.documents, patchOf(patch.values))
    return { ...config, documents, traces: tracesOf(config, documents, patch) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...config, problems: [...config.problems, refusal(error, patch)] }
  }
}

const isEmpty = (value: Value): boolean => isMapping(value) && Object.keys(value).length === 0

function tracesOf(before: Traced, documents: readonly Document[], { text, values }: ReadPatch): Map<string, Trace> {
  const identities = values.map((value) => (isMapping(value) ? identityOf(value) : undefined))
  const old = new Map(before.documents.map((document) => [identityOf(document), document]))
  return new Map(
    documents.map((document) => {
      const identity = identityOf(document)
      const index = identities.indexOf(identity)
      const setting = { patch: text, document: Math.max(index, 0), path: [] }
      const cursor = { setting, value: values[index] }
      return [identity, retrace(old.get(identity), document, before.traces.get(identity), cursor)]
    }),
  )
}

/** What Talos could not even read of a patch, each with its place. */
export function unreadable({ text, values }: ReadPatch): Problem[] {
  return values.flatMap((value, document) => {
    if (!isMapping(value) || isEmpty(value)) return []
    try {
      const { rest } = splitDeletions(value)
      return rest === undefined ? [] : conform(rest).map((found) => placed(found, text, document))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return [refusal(error, { text, values }, document)]
    }
  })
}

/** A finding about a patch as a problem of the cluster file that names it. */
export function placed(found: Finding, text: PatchText, document: number, inner: Path = found.path): Problem {
  const { code, severity = 'error', message, hint, on } = found
  return {
    code: `patch-${code}`,
    severity,
    path: text.path,
    message,
    ...(hint === undefined ? {} : { hint }),
    at: text.where(document, inner, on),
  }
}

function refusal({ message, hint }: UserError, { text, values }: ReadPatch, document = firstWith(values)): Problem {
  return {
    code: 'patch-refused',
    severity: 'error',
    path: text.path,
    message,
    ...(hint === undefined ? {} : { hint }),
    at: text.where(document, [], 'key'),
  }
}

/** The document that a refused patch is shown by: deletions are what is refused most. */
function firstWith(values: readonly Value[]): number {
  return Math.max(
    values.findIndex((value) => at(value, '$patch') !== undefined),
    0,
  )
}
