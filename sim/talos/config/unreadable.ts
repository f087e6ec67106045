import { isScalar, LineCounter, parseAllDocuments } from 'yaml'
import { isRoot, kindOf, nameOf } from '../../../src/talos/document/identity.ts'
import { type ConfigProblem, formatConfigProblem } from '../../../src/talos/document/problem.ts'
import { type Document, textAt } from '../../../src/talos/document/value.ts'
import { valueAt } from './refusal-words.ts'

/** Problems of a kind that stop a machine from reading a config at all. */
const UNREADABLE = new Set(['unknown-key', 'unknown-kind', 'wrong-type', 'too-new', 'missing-api-version'])

/** What a machine says of a config that it cannot read: it stops at the first document that is none to it. */
export function unreadableText(
  text: string,
  documents: readonly Document[],
  problems: readonly ConfigProblem[],
): string | undefined {
  const clash = problems.find(({ code }) => code === 'duplicate-document')
  const [first] = problems.filter(({ code }) => UNREADABLE.has(code)).toSorted((a, b) => a.index - b.index)
  if (first === undefined && clash === undefined) return conflictText(documents, problems)
  const { index } = first ?? clash ?? { index: 0 }
  const document = documents[index] ?? {}
  const line = linesOf(text)[index] ?? 1
  if (first === undefined) return `duplicate document ${titleOf(document)} is not allowed (line ${line})`
  const here = problems.filter((problem) => UNREADABLE.has(problem.code) && problem.index === index)
  return `error decoding document ${titleOf(document)} (line ${line}): ${decodingText(document, here)}`
}

/** How Talos calls a document: by version, kind and name. */
function titleOf(document: Document): string {
  if (isRoot(document)) return '/v1alpha1/'
  return `${textAt(document, 'apiVersion') ?? ''}/${kindOf(document)}/${textAt(document, 'name') ?? ''}`
}

function decodingText(document: Document, problems: readonly ConfigProblem[]): string {
  const [first] = problems
  if (first === undefined) return ''
  if (first.code === 'missing-api-version') return 'missing apiVersion'
  const isOfKind = first.code === 'unknown-kind' || (first.code === 'too-new' && first.path[0] === 'kind')
  if (isOfKind)
    return `${JSON.stringify(kindOf(document))} ${JSON.stringify(textAt(document, 'apiVersion') ?? '')}: not registered`
  // What a version does not know yet is unknown to it.
  const unknown = problems.filter(({ code }) => code === 'unknown-key' || code === 'too-new')
  if (unknown.length === 0) return problems.map(formatConfigProblem).join('; ')
  return `unknown keys found during decoding:\n${unknown.map(({ path }) => asWritten(document, path)).join('\n')}\n`
}

/** Unknown keys are shown where they stand. */
function asWritten(document: Document, path: ConfigProblem['path']): string {
  const value = valueAt(document, path)
  const shown = value === undefined || typeof value === 'object' ? '' : ` ${String(value)}`
  return `${path.map((part, depth) => `${'    '.repeat(depth)}${part}:`).join('\n')}${shown}`
}

/** Two documents about one link are told before anything else is looked at. */
function conflictText(documents: readonly Document[], problems: readonly ConfigProblem[]): string | undefined {
  const found = problems.find(({ code, path }) => code === 'conflict' && path[0] === 'name')
  const own = found === undefined ? undefined : documents[found.index]
  const earlier = documents.slice(0, found?.index).find((each) => own !== undefined && nameIn(each) === nameIn(own))
  if (own === undefined || earlier === undefined) return undefined
  return `conflicting documents: ${nameOf(earlier)} and ${nameOf(own)}`
}

const nameIn = (document: Document): string | undefined => textAt(document, 'name')

/** The line that each document begins at, empty ones left out. */
function linesOf(text: string): readonly number[] {
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, { lineCounter: lines })
  return (Array.isArray(parsed) ? parsed : []).flatMap(({ contents }) => {
    const isEmpty = contents === null || (isScalar(contents) && contents.value === null)
    return isEmpty ? [] : [lines.linePos(contents.range?.[0] ?? 0).line]
  })
}
