import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Section, Sections } from '../../../world/section.ts'

/** The resources that a rule is about. */
export const resourcesOf = (rule: Section): ReadonlySet<string> => new Set(splitList(String(rule.resources ?? '')))

/** The nodes of a rule with their priorities. */
export function nodesOf(rule: Section): ReadonlyMap<string, number> {
  return new Map(
    splitList(String(rule.nodes ?? '')).map((text) => {
      const [node = '', priority = '0'] = text.split(':')
      return [node, Number(priority)]
    }),
  )
}

/** Lists in the order in which the file holds them, without priorities of zero. */
export function inFileOrder(given: Section): Section {
  const nodes = [...nodesOf(given)].map(([node, priority]) => (priority === 0 ? node : `${node}:${priority}`))
  return {
    ...given,
    ...(given.resources === undefined ? {} : { resources: [...resourcesOf(given)].sort().join(',') }),
    ...(given.nodes === undefined ? {} : { nodes: nodes.sort().join(',') }),
  }
}

/** The rules once a resource has left them; a rule about nothing goes. */
export function withoutResource(rules: Sections, sid: string): Sections {
  const left = Object.entries(rules).map(([id, rule]) => {
    const others = [...resourcesOf(rule)].filter((each) => each !== sid)
    return [id, { ...rule, resources: others.join(',') }] as const
  })
  return Object.fromEntries(left.filter(([, rule]) => rule.resources !== ''))
}
