import { UserError } from '../../user-error.ts'
import { canonical } from '../document/canonical.ts'
import { conform } from '../document/conform.ts'
import { fieldsOfDocument, identityOf, isRoot, nameOf, rootKind } from '../document/identity.ts'
import { formatConfigProblem } from '../document/problem.ts'
import { type Document, textAt } from '../document/value.ts'
import { applyDeletion } from './delete.ts'
import { type Deletion, splitDeletions } from './deletion.ts'
import { mergeStruct } from './merge.ts'

/** One step of a strategic merge patch, aimed at the document with the given identity. */
type Step =
  | { readonly does: 'delete'; readonly target: string; readonly root: boolean; readonly deletion: Deletion }
  | { readonly does: 'merge'; readonly target: string; readonly root: boolean; readonly document: Document }

/** A strategic merge patch, ready to be applied. */
export interface StrategicPatch {
  readonly form: 'strategic'
  readonly steps: readonly Step[]
}

function checkReadable(document: Document, index: number): void {
  const [first, ...others] = conform(document)
  if (first === undefined) return
  const text = formatConfigProblem({ severity: 'error', ...first, document: nameOf(document), index })
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new UserError(
    'talos-patch',
    `Talos could not read the patch: ${text}${more}`,
    first.hint === undefined ? {} : { hint: first.hint },
  )
}

/** Which document a deletion means: the name counts as the patch has it, whether or not the kind has names. */
function targetOf(document: Document): string {
  const [apiVersion, kind, name] = ['apiVersion', 'kind', 'name'].map((key) => textAt(document, key))
  return [apiVersion ?? '', kind ?? rootKind, ...(name === undefined ? [] : [name])].join('/')
}

/** Reads documents as a strategic merge patch. */
export function strategicPatch(documents: readonly Document[]): StrategicPatch {
  const steps = documents.flatMap((document, index): Step[] => {
    const { deletions, rest } = splitDeletions(document)
    if (rest !== undefined) checkReadable(rest, index)
    const target = targetOf(document)
    const root = isRoot(document)
    return [
      ...deletions.map((deletion): Step => ({ does: 'delete', target, root, deletion })),
      ...(rest === undefined ? [] : [{ does: 'merge', target: identityOf(rest), root, document: rest } satisfies Step]),
    ]
  })
  // Talos first deletes from the document without a kind, then takes the rest in order.
  const first = steps.filter((step) => step.root && step.does === 'delete')
  return { form: 'strategic', steps: [...first, ...steps.filter((step) => !first.includes(step))] }
}

function applyStep(documents: readonly Document[], step: Step): readonly Document[] {
  const index = documents.findIndex((document) => identityOf(document) === step.target)
  const found = documents[index]
  if (found === undefined) return step.does === 'merge' ? [...documents, step.document] : documents
  if (step.does === 'delete') {
    const whole = step.deletion.path.length === 0
    return whole ? documents.toSpliced(index, 1) : documents.with(index, applyDeletion(found, step.deletion))
  }
  const fields = fieldsOfDocument(found)
  return fields === undefined ? documents : documents.with(index, mergeStruct(found, step.document, fields))
}

/** Applies a strategic merge patch and gives the documents as Talos would print them. */
export function applyStrategic(documents: readonly Document[], { steps }: StrategicPatch): Document[] {
  const patched = steps.reduce(applyStep, documents)
  // The document without a kind is printed first, wherever it stood.
  return [...patched.filter(isRoot), ...patched.filter((document) => !isRoot(document))].map(canonical)
}
