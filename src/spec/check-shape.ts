import type { z } from 'zod'
import { correctionFor } from './corrections.ts'
import { mend } from './mend.ts'
import { hasKeyIn, pathTree } from './path-tree.ts'
import { formatPath, type Path, type Problem } from './problem.ts'
import { clusterSchema, type Spec } from './schema/cluster.ts'
import { keysAt } from './schema/keys.ts'
import { type UnknownKey, unknownKeys } from './unknown-key.ts'

/** The outcome of holding a file against the schema. */
export interface Shape {
  /** What the file says; with problems, what is left of it once the wrong parts are taken out. */
  readonly spec: Spec | undefined
  readonly problems: readonly Problem[]
  /** The parts that were taken out or replaced by an example, about which nothing more should be said. */
  readonly dropped: readonly Path[]
}

type Issue = z.core.$ZodIssue

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

/** The branch the writer meant: the one that accepts the kind of value and complains only about its inside. */
function bestBranch(branches: readonly Issue[][]): Issue[] | undefined {
  const meant = branches.filter(
    (issues) => !issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type'),
  )
  return meant.length === 1 ? meant[0] : undefined
}

function unionMessage(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.message !== 'Invalid input') return issue.message
  const all = issue.errors.flat()
  // A form that has its own words for this kind of value (a size without a unit) says more than a list of kinds.
  const own = all.find((inner) => inner.code === 'invalid_type' && !inner.message.startsWith('Invalid input'))
  if (own !== undefined) return own.message
  const kinds = all.map((inner) => (inner.code === 'invalid_type' ? kindName(inner.expected) : sentence(inner)))
  return `expected ${[...new Set(kinds)].join(' or ')}`
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
}
const kindName = (kind: string): string => kindNames[kind] ?? kind

const missing = 'required, but missing'

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return missing
      return issue.message.startsWith('Invalid input') ? `expected ${kindName(issue.expected)}` : issue.message
    case 'invalid_value':
      if (!/^Invalid (input|option)/.test(issue.message)) return issue.message
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return limit(issue.origin, issue.minimum, 'at least', issue.message)
    case 'too_big':
      return limit(issue.origin, issue.maximum, 'at most', issue.message)
    default:
      return issue.message
  }
}

function limit(origin: string, bound: number | bigint, words: string, message: string): string {
  if (!/^Too (small|big)/.test(message)) return message
  if (origin === 'string') return bound === 1 ? 'must not be empty' : `must be ${words} ${bound} characters`
  if (origin === 'array')
    return bound === 1 && words === 'at least' ? 'must not be empty' : `must have ${words} ${bound} items`
  return `must be ${words} ${bound}`
}

function wrong(path: Path, message: string): Problem {
  return { code: 'schema', severity: 'error', path, message }
}
