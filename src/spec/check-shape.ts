import type { z } from 'zod'
import { correctionFor } from './corrections.ts'
import { formatPath, type Path, type Problem } from './problem.ts'
import { clusterSchema, type Spec } from './schema/cluster.ts'
import { keysAt } from './schema/keys.ts'
import { unknownKey } from './unknown-key.ts'

/** The outcome of holding a file against the schema. */
export interface Shape {
  /** What the file says; with problems, what is left of it once the wrong parts are taken out. */
  readonly spec: Spec | undefined
  readonly problems: readonly Problem[]
  /** The parts that were taken out, about which nothing more should be said. */
  readonly dropped: readonly Path[]
}

type Issue = z.core.$ZodIssue

/** Checks keys, types and ranges; keeps going past wrong parts so that the other rules can speak too. */
export function checkShape(value: unknown, removed: readonly Path[]): Shape {
  const unknownRemovals = removed.filter((path) => !isKnown(path))
  const problems: Problem[] = unknownRemovals.map((path) => unknownKey(path).problem)
  const dropped: Path[] = unknownRemovals.flatMap(withMeant)
  let rest = value
  // Taking out one wrong part can uncover another (a list that is now empty), hence the few rounds.
  for (let round = 0; round < 4; round++) {
    const parsed = clusterSchema.safeParse(rest)
    if (parsed.success) return { spec: parsed.data, problems, dropped }
    const found = parsed.error.issues.flatMap((issue) => toProblems(issue, []))
    if (round === 0) problems.push(...withoutMisspelt(found).map((problem) => corrected(problem, value)))
    const fresh = found.filter(({ path }) => path.length > 0)
    dropped.push(...fresh.flatMap(({ code, path }) => (code === 'unknown-key' ? withMeant(path) : [path])))
    if (fresh.length === 0) break
    rest = without(
      rest,
      fresh.map(({ path }) => path),
    )
  }
  return { spec: undefined, problems, dropped }
}

/** An unknown key and the key that was meant, whose absence is then no news. */
function withMeant(path: Path): Path[] {
  const { meant } = unknownKey(path)
  return meant === undefined ? [path] : [path, meant]
}

/** The problems without those that only tell that a misspelt key is missing. */
function withoutMisspelt(problems: readonly Problem[]): Problem[] {
  const meant = problems
    .filter(({ code }) => code === 'unknown-key')
    .map(({ path }) => formatPath(unknownKey(path).meant ?? []))
  return problems.filter(({ message, path }) => message !== missing || !meant.includes(formatPath(path)))
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
  return open || known.has(String(path.at(-1)))
}

function toProblems(issue: Issue, above: Path): Problem[] {
  const path = [...above, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey([...path, key]).problem)
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

/** A copy of a value without the parts at the given paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return undefined
  const under = (part: string | number) => paths.filter((path) => path[0] === part).map((path) => path.slice(1))
  if (Array.isArray(value))
    return value.map((item, index) => without(item, under(index))).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, without(item, under(key))] as const)
      .filter(([, item]) => item !== undefined),
  )
}
