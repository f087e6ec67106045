import { correctionFor } from './corrections.ts'
import { mend } from './mend.ts'
import { hasKeyIn, pathTree } from './path-tree.ts'
import { formatPath, type Path, type Problem } from './problem.ts'
import { clusterSchema, type Spec } from './schema/cluster.ts'
import { keysAt } from './schema/keys.ts'
import { bestBranch, type Issue, missing, sentence, unionMessage } from './shape-issue.ts'
import { type UnknownKey, unknownKeys } from './unknown-key.ts'

/** The outcome of holding a file against the schema. */
export interface Shape {
  /** What the file says; with problems, what is left of it once the wrong parts are taken out. */
  readonly spec: Spec | undefined
  readonly problems: readonly Problem[]
  /** The parts that were taken out or replaced by an example, about which nothing more should be said. */
  readonly dropped: readonly Path[]
}

/** Taking out one part can uncover another: a required key, then what needs it. No part lies deeper than this. */
const mostRounds = 16

/** A problem, and the key that was meant where it is a misspelt one. */
type Found = Pick<UnknownKey, 'problem'> & Partial<UnknownKey>

/** Checks keys, types and ranges; keeps going past wrong parts so that the other rules can speak too. */
export function checkShape(value: unknown, removed: readonly Path[]): Shape {
  const unknown = removed
    .filter((path) => !isKnown(path))
    .flatMap((path) => unknownKeys(path.slice(0, -1), [String(path.at(-1))]))
  let problems: readonly Problem[] = unknown.map(({ problem }) => problem)
  let dropped: readonly Path[] = unknown.flatMap(wrongAndMeant)
  let rest = value
  for (let round = 0; round < mostRounds; round++) {
    const parsed = clusterSchema.safeParse(rest)
    if (parsed.success) return { spec: parsed.data, problems, dropped }
    const found = parsed.error.issues.flatMap((issue) => toFound(issue, []))
    if (round === 0) problems = problems.concat(withoutEchoes(found).map((problem) => corrected(problem, value)))
    const mended = mend(
      rest,
      found.map(({ problem }) => problem.path),
    )
    dropped = dropped.concat(found.flatMap(wrongAndMeant), mended.dropped)
    if (mended.value === undefined) break
    rest = mended.value
  }
  return { spec: undefined, problems, dropped }
}

/** The place of a problem, and that of the key that was meant, whose absence is then no news. */
function wrongAndMeant({ problem, meant }: Found): Path[] {
  return meant === undefined ? [problem.path] : [problem.path, meant]
}

/** The problem with the value as it would be right, where that can be told. */
function corrected(problem: Problem, value: unknown): Problem {
  if (problem.code !== 'schema' || problem.on === 'key' || problem.hint !== undefined) return problem
  const hint = correctionFor(problem.path, valueAt(value, problem.path))
  return hint === undefined ? problem : { ...problem, hint }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => {
    if (typeof inner !== 'object' || inner === null) return undefined
    return Object.getOwnPropertyDescriptor(inner, part)?.value
  }, value)
}

function isKnown(path: Path): boolean {
  const { known, open } = keysAt(path.slice(0, -1))
  // Where no key may stand, the value around it is what is wrong.
  return open || known.size === 0 || known.has(String(path.at(-1)))
}

/** The problems without those that only echo a wrong key: of its map as a whole, or of the key that was meant. */
function withoutEchoes(found: readonly Found[]): Problem[] {
  const wrong = pathTree(found.map(({ problem }) => [problem.path, true]))
  const meant = new Set(found.flatMap((one) => (one.meant === undefined ? [] : [formatPath(one.meant)])))
  return found
    .map(({ problem }) => problem)
    .filter(({ path, code, message }) => {
      if (code === 'schema' && hasKeyIn(path, wrong)) return false
      return message !== missing || !meant.has(formatPath(path))
    })
}

function toFound(issue: Issue, above: Path): Found[] {
  const path = [...above, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))]
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(path, issue.keys)
    case 'invalid_union': {
      const branch = bestBranch(issue.errors)
      if (branch !== undefined) return branch.flatMap((inner) => toFound(inner, path))
      return [{ problem: wrong(path, unionMessage(issue)) }]
    }
    case 'invalid_key':
      return issue.issues.map((inner) => ({ problem: { ...wrong(path, sentence(inner)), on: 'key' } }))
    default:
      return [{ problem: wrong(path, sentence(issue)) }]
  }
}

function wrong(path: Path, message: string): Problem {
  return { code: 'schema', severity: 'error', path, message }
}
