import { count, list } from '../../placement/words.ts'
import { nearest } from '../../spec/nearest.ts'
import { formatPath, type Path } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import type { Pool } from '../pools.ts'
import type { Finding, Rule } from '../rule.ts'

/** Looking for a slip of the pen takes the more time the more names there are; beyond this it is left out. */
const mostComparisons = 200_000

/** A mistyped name would otherwise be an override that silently does nothing. */
export const unknownMachine: Rule = {
  code: 'unknown-machine',
  severity: 'error',
  summary: 'every name under `nodes` and `placement.pinned` is that of a machine',
  dependsOn: [
    ['name'],
    ['controlPlane', 'name'],
    ['controlPlane', 'count'],
    ['workers', '*', 'name'],
    ['workers', '*', 'count'],
  ],
  check: ({ spec, machines, pools }) => {
    const names = [...new Set(machines.map(({ name }) => name))]
    const known = new Set(names)
    const paths: Path[] = [
      ...Object.keys(spec.nodes ?? {}).map((name) => ['nodes', name]),
      ...Object.keys(spec.placement?.pinned ?? {}).map((name) => ['placement', 'pinned', name]),
    ]
    const wrong = paths.filter((path) => !known.has(String(path.at(-1))))
    const searched = wrong.length * names.length > mostComparisons ? [] : names
    const beyond = beyondCount(pools, spec.name)
    const all = firstAndLast(machines)
    return wrong.map((path): Finding => {
      const name = String(path.at(-1))
      const close = nearest(name, searched)
      const guess = close === undefined ? `the machines are ${all}` : `did you mean ${close}?`
      return { path, on: 'key', message: `no machine is called ${name}`, hint: beyond(name) ?? guess }
    })
  },
}

/** Recognises the name of a machine that its pool would have if it were larger. */
function beyondCount(pools: readonly Pool[], cluster: string): (name: string) => string | undefined {
  const patterns = pools.map((pool) => {
    const filled = pool.pattern.replaceAll('{cluster}', cluster).replaceAll('{pool}', pool.name)
    return { pool, pattern: new RegExp(`^${filled.replaceAll(/\{index(:\d)?\}/g, '0*([1-9]\\d{0,4})')}$`) }
  })
  return (name) => {
    for (const { pool, pattern } of patterns) {
      const index = Number(pattern.exec(name)?.[1])
      if (index > pool.count)
        return `${formatPath(pool.path)} has ${count(pool.count, 'machine')}: raise its count to ${index}, or remove this entry`
    }
    return undefined
  }
}

/** The first and last machine of each pool. */
function firstAndLast(machines: readonly Draft[]): string {
  const pools = new Map<string, { first: string; last: string }>()
  for (const { pool, name } of machines) {
    pools.set(pool.name, { first: pools.get(pool.name)?.first ?? name, last: name })
  }
  return list([...pools.values()].map(({ first, last }) => (first === last ? first : `${first} to ${last}`)))
}
