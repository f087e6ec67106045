import type { Finding, Rule } from '../rule.ts'

/** Two different wishes for one machine: better asked than guessed. */
export const pinnedTwice: Rule = {
  code: 'pinned-twice',
  severity: 'error',
  summary: '`nodes` and `placement.pinned` do not name different hosts for one machine',
  check: ({ spec }) =>
    Object.entries(spec.placement?.pinned ?? {}).flatMap(([name, host]): Finding[] => {
      const nodes = spec.nodes ?? {}
      const other = Object.hasOwn(nodes, name) ? nodes[name]?.host : undefined
      if (other === undefined || other === host) return []
      return [
        {
          path: ['placement', 'pinned', name],
          message: `${name} is pinned to ${host} here and to ${other} by nodes.${name}.host`,
          hint: 'keep one of the two',
        },
      ]
    }),
}
