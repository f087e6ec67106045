import { list } from '../../placement/words.ts'
import { nearest } from '../../spec/nearest.ts'
import type { Path } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import type { Finding, Rule } from '../rule.ts'

/** Names closer than this many are searched for a slip of the pen; beyond, it would take too long. */
const mostComparisons = 1_000_000

/** A mistyped name would otherwise be an override that silently does nothing. */
export const unknownMachine: Rule = {
  code: 'unknown-machine',
  severity: 'error',
  summary: 'every name under `nodes` and `placement.pinned` is that of a machine',
  check: ({ spec, machines }) => {
    const names = [...new Set(machines.map(({ name }) => name))]
    const known = new Set(names)
    const paths: Path[] = [
      ...Object.keys(spec.nodes ?? {}).map((name) => ['nodes', name]),
      ...Object.keys(spec.placement?.pinned ?? {}).map((name) => ['placement', 'pinned', name]),
    ]
    const wrong = paths.filter((path) => !known.has(String(path.at(-1))))
    const searched = wrong.length * names.length > mostComparisons ? [] : names
    return wrong.map((path): Finding => {
      const name = String(path.at(-1))
      const close = nearest(name, searched)
      return {
        path,
        on: 'key',
        message: `no machine is called ${name}`,
        hint: close === undefined ? `the machines are ${patterns(machines)}` : `did you mean ${close}?`,
      }
    })
  },
}

/** The first and last machine of each pool. */
function patterns(machines: readonly Draft[]): string {
  const pools = new Map<string, { first: string; last: string }>()
  for (const { pool, name } of machines) {
    pools.set(pool.name, { first: pools.get(pool.name)?.first ?? name, last: name })
  }
  return list([...pools.values()].map(({ first, last }) => (first === last ? first : `${first} to ${last}`)))
}
