import type { z } from 'zod'

/** Something that a schema does not accept. */
export type Issue = z.core.$ZodIssue

/** The branch the writer meant: the one that accepts the kind of value and complains only about its inside. */
export function bestBranch(branches: readonly Issue[][]): Issue[] | undefined {
  const meant = branches.filter(
    (issues) => !issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type'),
  )
  return meant.length === 1 ? meant[0] : undefined
}

/** What a value of several forms should have been. */
export function unionMessage(issue: Extract<Issue, { code: 'invalid_union' }>): string {
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

/** What is said of a key that is not there. */
export const missing = 'required, but missing'

/** What is wrong, in words that do not depend on the schema's library. */
export function sentence(issue: Issue): string {
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
