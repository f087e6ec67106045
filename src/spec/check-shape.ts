import type { z } from 'zod'
import { mend } from './mend.ts'
import { nearest } from './nearest.ts'
import { hasKeyIn, pathTree } from './path-tree.ts'
import type { Path, Problem } from './problem.ts'
import { clusterSchema, type Spec } from './schema/cluster.ts'
import { keysAt } from './schema/keys.ts'

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

/** Checks keys, types and ranges; keeps going past wrong parts so that the other rules can speak too. */
export function checkShape(value: unknown, removed: readonly Path[]): Shape {
  const unknownRemovals = removed.filter((path) => !isKnown(path))
  let problems: readonly Problem[] = unknownRemovals.flatMap((path) =>
    unknownKeys(path.slice(0, -1), [String(path.at(-1))]),
  )
  let dropped: readonly Path[] = unknownRemovals
  let rest = value
  for (let round = 0; round < mostRounds; round++) {
    const parsed = clusterSchema.safeParse(rest)
    if (parsed.success) return { spec: parsed.data, problems, dropped }
    const found = parsed.error.issues.flatMap((issue) => toProblems(issue, []))
    if (round === 0) problems = problems.concat(withoutEchoes(found))
    const wrong = found.map(({ path }) => path)
    const mended = mend(rest, wrong)
    dropped = dropped.concat(wrong, mended.dropped)
    if (mended.value === undefined) break
    rest = mended.value
  }
  return { spec: undefined, problems, dropped }
}

function isKnown(path: Path): boolean {
  const { known, open } = keysAt(path.slice(0, -1))
  // Where no key may stand, the value around it is what is wrong.
  return open || known.size === 0 || known.has(String(path.at(-1)))
}

/** The problems without those of a map as a whole that has a wrong key: the key is the mistake. */
function withoutEchoes(problems: readonly Problem[]): Problem[] {
  const wrong = pathTree(problems.map(({ path }) => [path, true]))
  return problems.filter(({ path, code }) => code !== 'schema' || !hasKeyIn(path, wrong))
}

function toProblems(issue: Issue, above: Path): Problem[] {
  const path = [...above, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))]
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(path, issue.keys)
    case 'invalid_union': {
      const branch = bestBranch(issue.errors)
      if (branch !== undefined) return branch.flatMap((inner) => toProblems(inner, path))
      return [wrong(path, unionMessage(issue))]
    }
    case 'invalid_key':
      return issue.issues.map((inner) => ({ ...wrong(path, sentence(inner)), on: 'key' }))
    default:
      return [wrong(path, sentence(issue))]
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

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'required, but missing'
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

/** Nobody mistypes more keys of one map than this: it is something else, and guessing would only take time. */
const mostGuesses = 100

function unknownKeys(path: Path, keys: readonly string[]): Problem[] {
  const known = [...keysAt(path).known]
  const all = `known here: ${known.toSorted().join(', ')}`
  const candidates = keys.length > mostGuesses ? [] : known
  return keys.map((key) => {
    const close = nearest(key, candidates)
    return {
      code: 'unknown-key',
      severity: 'error',
      path: [...path, key],
      on: 'key',
      message: `unknown key ${JSON.stringify(key)}`,
      hint: close === undefined ? all : `did you mean ${close}?`,
    }
  })
}
