import { groupBy } from '../../resolve/group-by.ts'
import type { Grant } from './requirement.ts'

/** A role and the paths that it is given on. */
export interface Role {
  readonly name: string
  readonly privileges: readonly string[]
  readonly entries: readonly { readonly path: string; readonly propagate: boolean }[]
}

/** What a role is called by the kind of its paths. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'datacenter'],
  [/^\/vms/, 'machines'],
  [/^\/pool/, 'pool'],
  [/^\/storage/, 'storage'],
  [/^\/nodes/, 'hosts'],
  [/^\/sdn/, 'network'],
  [/^\/mapping/, 'devices'],
]

// An entry replaces what is inherited, so each path has one role with everything that is asked there.
/** Roles that give exactly the grants; paths with the same privileges share one. */
export function rolesOf(cluster: string, grants: readonly Grant[]): readonly Role[] {
  const byPath = groupBy(grants, ({ path }) => path)
  const paths = [...byPath].map(([path, given]) => ({
    path,
    privileges: given.map(({ privilege }) => privilege).sort(),
  }))
  const shared = groupBy(paths, ({ path, privileges }) => `${kindOf(path)} ${privileges.join(' ')}`)
  const taken = new Map<string, number>()
  return [...shared.values()].map((same) => {
    const [{ path: first, privileges }] = same
    const kind = kindOf(first)
    const number = (taken.get(kind) ?? 0) + 1
    taken.set(kind, number)
    return {
      name: `talmox-${cluster}-${kind}${number === 1 ? '' : `-${number}`}`,
      privileges,
      entries: same.map(({ path }) => ({ path, propagate: isGroup(path) })),
    }
  })
}

const OTHER = 'other'

const kindOf = (path: string): string => KINDS.find(([shape]) => shape.test(path))?.[1] ?? OTHER

/** A basic regular expression for the names that roles of a cluster may have, and those of no other cluster. */
export function roleNames(cluster: string): string {
  const kinds = [...KINDS.map(([, kind]) => kind), OTHER].join('\\|')
  return `talmox-${cluster}-\\(${kinds}\\)\\(-[0-9]*\\)\\{0,1\\}`
}

/** Whether a path stands for everything below it; all others are asked for as they are. */
const isGroup = (path: string): boolean => path === '/vms' || path === '/nodes'
