import { canonical } from './canonical.ts'
import { identityOf, nameOf } from './identity.ts'
import { type Document, isList, isMapping, type Value } from './value.ts'

/** One value that differs between two machine configs. */
export interface DocumentChange {
  /** The document, such as `v1alpha1` or `HostnameConfig`. */
  readonly document: string
  /** Keys and list positions from the root of the document; `.` for all of it. */
  readonly path: string
  /** Absent where the value was not there before. */
  readonly from?: Value
  /** Absent where the value goes. */
  readonly to?: Value
}

/** What differs between two machine configs, in the order of the documents; what only looks different is the same. */
export function changesBetween(before: readonly Document[], after: readonly Document[]): readonly DocumentChange[] {
  const [old, now] = [byIdentity(before), byIdentity(after)]
  const identities = [...now.keys(), ...[...old.keys()].filter((identity) => !now.has(identity))]
  return identities.flatMap((identity) => {
    const [from, to] = [old.get(identity), now.get(identity)]
    const document = nameOf(to ?? from ?? {})
    return compare(from, to, '').map((change) => ({ document, ...change }))
  })
}

const byIdentity = (documents: readonly Document[]): ReadonlyMap<string, Document> =>
  new Map(documents.map((document) => [identityOf(document), canonical(document)]))

type Change = Omit<DocumentChange, 'document'>

function compare(from: Value | undefined, to: Value | undefined, path: string): readonly Change[] {
  if (isMapping(from) && isMapping(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys.flatMap((key) => compare(from[key], to[key], path === '' ? key : `${path}.${key}`))
  }
  if (isList(from) && isList(to)) return compareLists(from, to, path)
  if (from === to) return []
  return [
    { path: path === '' ? '.' : path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
  ]
}

/** Order matters to Talos, so lists are compared place by place. */
function compareLists(from: readonly Value[], to: readonly Value[], path: string): readonly Change[] {
  const longest = Math.max(from.length, to.length)
  return Array.from({ length: longest }, (_, index) => compare(from[index], to[index], `${path}[${index}]`)).flat()
}
