import { formatPath } from '../../spec/problem.ts'
import type { Draft } from '../draft.ts'
import type { Finding, Rule } from '../rule.ts'

/** Names are how everything else finds a machine: overrides, pins, Kubernetes. */
export const duplicateName: Rule = {
  code: 'duplicate-name',
  severity: 'error',
  summary: 'no two machines have the same name',
  check: ({ machines }) => {
    const first = new Map<string, Draft>()
    const clashes = new Map<string, { one: Draft; other: Draft; names: number }>()
    for (const other of machines) {
      const one = first.get(other.name)
      if (one === undefined) first.set(other.name, other)
      else {
        const key = `${one.pool.name} ${other.pool.name}`
        const known = clashes.get(key)
        clashes.set(key, known === undefined ? { one, other, names: 1 } : { ...known, names: known.names + 1 })
      }
    }
    return [...clashes.values()].map(({ one, other, names }): Finding => {
      const more = names === 1 ? '' : `, and ${names - 1} more like this`
      return {
        path: [...other.pool.path, 'name'],
        message: `${one.name} is the name of ${seat(one)} and of ${seat(other)}${more}`,
        hint: `give ${formatPath(other.pool.path)} another pattern, such as name: "{cluster}-worker-{pool}-{index}"`,
      }
    })
  },
}

function seat({ index, pool }: Draft): string {
  return `machine ${index} of ${formatPath(pool.path)}`
}
