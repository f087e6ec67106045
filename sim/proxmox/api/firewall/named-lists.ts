import { sectionAt } from '../../../world/section.ts'
import { digestOfFields, requireDigest } from '../../config/digest.ts'
import { badParameters } from '../../failure.ts'

/** Something with a name and a comment: a set of addresses or a group of rules. */
interface Commented {
  comment?: string
}

/** What the API calls one of them. */
export interface Wording {
  /** The parameter with the name. */
  readonly key: 'name' | 'group'
  readonly noun: string
}

/** The names with their comments, in order. */
export function listNamed(named: Readonly<Record<string, Commented>>, { key }: Wording) {
  const rows = Object.keys(named)
    .sort()
    .map((name) => ({ [key]: name, ...(named[name]?.comment ? { comment: named[name].comment } : {}) }))
  const digest = digestOfFields(rows)
  return rows.map((row) => ({ ...row, digest }))
}

/** A request for a new name, or for another one of what exists. */
export interface Naming {
  readonly name: string
  readonly rename?: string | undefined
  readonly comment?: string | undefined
  readonly digest?: string | undefined
}

/** Makes something new under a name, or gives what exists that name. */
export function nameOne<T extends Commented>(
  named: Record<string, T>,
  given: Naming,
  wording: Wording,
  make: () => T,
): void {
  const { name, rename, digest, comment } = given
  const { key, noun } = wording
  const text = comment?.trim()
  if (rename === undefined) {
    if (Object.hasOwn(named, name)) throw badParameters({ [key]: `${noun} '${name}' already exists` })
    named[name] = withComment(make(), text)
    return
  }
  requireDigest(digestOfFields(listNamed(named, wording).map(({ digest: _, ...row }) => row)), digest)
  const existing = sectionAt(named, rename)
  if (existing === undefined) throw badParameters({ [key]: `${noun} '${rename}' does not exist` })
  if (name !== rename && Object.hasOwn(named, name)) {
    throw badParameters({ [key]: `${noun} '${name}' does already exist` })
  }
  delete named[rename]
  named[name] = withComment(existing, text)
}

function withComment<T extends Commented>(one: T, comment: string | undefined): T {
  return comment === undefined ? one : { ...one, comment }
}
