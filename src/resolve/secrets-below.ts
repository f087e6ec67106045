import type { Path } from '../spec/problem.ts'
import { type Secret, secretIn } from '../spec/secret-text.ts'

/** Every text below a value that looks like a secret, with its path; parts that `skip` names are left out. */
export function secretsBelow(
  value: unknown,
  skip: (path: Path) => boolean = () => false,
  path: Path = [],
): { path: Path; secret: Secret }[] {
  if (skip(path)) return []
  if (typeof value === 'string') {
    const secret = secretIn(String(path.findLast((part) => typeof part === 'string') ?? ''), value)
    return secret === undefined ? [] : [{ path, secret }]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => secretsBelow(item, skip, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => secretsBelow(inner, skip, [...path, key]))
}
