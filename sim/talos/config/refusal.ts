import { isAtLeast } from '../../../src/talos/config/contract.ts'
import { kindOf } from '../../../src/talos/document/identity.ts'
import type { ConfigProblem } from '../../../src/talos/document/problem.ts'
import type { Document } from '../../../src/talos/document/value.ts'
import type { Minor } from '../../../src/talos/schema/notation.ts'
import { type Place, severalErrors, valueAt, WORDS, type Words } from './refusal-words.ts'

/** What a machine of a version says of the problems that validation has found, and of others of its own. */
export function refusalText(
  documents: readonly Document[],
  problems: readonly ConfigProblem[],
  others: readonly string[],
  talos: Minor,
): string {
  const said = problems.map((problem) => ({ problem, place: placeOf(documents, problem) }))
  const words = WORDS.filter(({ since, before }) => holds(talos, since, before))
  const spoken = words.flatMap((row) =>
    said
      .filter((each) => fits(row, each))
      .map((each) => ({ of: row.of, problem: each.problem, line: row.say(each.place) })),
  )
  const misplaced = isAtLeast(talos, '1.14') ? problems.filter(isMisplacedKind) : []
  const unspoken = problems.filter(
    (problem) => !misplaced.includes(problem) && !spoken.some((each) => each.problem === problem),
  )
  const ofMain = spoken.filter(({ of }) => of === 'main').map(({ line }) => line)
  const missing = problems.filter(({ code, path }) => code === 'missing-field' && isSection(path))
  // Without a section nothing in it is looked at.
  const main =
    missing.length > 0
      ? missing.map(({ path }) => `${path[0]} instructions are required`)
      : [...ofMain, ...unspoken.map(ownLine), ...others]
  const whole = missing.length > 0 ? [] : spoken.filter(({ of }) => of === 'whole').map(({ line }) => line)
  return severalErrors([
    ...(main.length === 0 ? [] : [`v1alpha1.Config: ${severalErrors(main)}`]),
    ...documentLines(spoken.filter(({ of }) => of === 'document')),
    ...whole,
    ...(misplaced.length === 0 ? [] : [misplacedLine(misplaced)]),
  ])
}

interface Said {
  readonly problem: ConfigProblem
  readonly place: Place
}

const holds = (talos: Minor, since: Minor | undefined, before: Minor | undefined): boolean =>
  (since === undefined || isAtLeast(talos, since)) && (before === undefined || !isAtLeast(talos, before))

const isSection = (path: ConfigProblem['path']): boolean =>
  path.length === 1 && (path[0] === 'machine' || path[0] === 'cluster')

/** Documents about the control plane of Kubernetes are told together. */
const isMisplacedKind = ({ code, path, document }: ConfigProblem): boolean =>
  code === 'control-plane-only' && path[0] === 'kind' && document.startsWith('Kube')

const misplacedLine = (problems: readonly ConfigProblem[]): string => {
  const kinds = [...new Set(problems.map(({ document }) => document.split('/')[0]))]
  return `the following document kinds are only allowed on control plane machines: [${kinds.join(' ')}]`
}

function placeOf(documents: readonly Document[], { index, path }: ConfigProblem): Place {
  const document = documents[index] ?? {}
  const value = valueAt(document, path)
  const text = value === undefined || value === null || typeof value === 'object' ? '' : String(value)
  return { document, path, text, quoted: JSON.stringify(text) }
}

function fits({ code, kind = 'v1alpha1', path }: Words, { problem, place }: Said): boolean {
  if (problem.code !== code || kindOf(place.document) !== kind) return false
  const parts = path.split('.')
  return (
    parts.length === problem.path.length && parts.every((part, at) => part === '*' || part === String(problem.path[at]))
  )
}

const ownLine = ({ path, message }: ConfigProblem): string =>
  `${message}${path.length === 0 ? '' : ` (.${path.join('.')})`}`

/** What is wrong with one document is said together. */
function documentLines(spoken: readonly { readonly problem: ConfigProblem; readonly line: string }[]): string[] {
  const names = [...new Set(spoken.map(({ problem }) => problem.document))]
  return names.map((name) => {
    const lines = spoken.filter(({ problem }) => problem.document === name).map(({ line }) => line)
    return `${name}: ${lines.join('\n')}`
  })
}
