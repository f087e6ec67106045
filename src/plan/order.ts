import type { Action } from './action.ts'

/**
 * Orders actions so that each comes after what it needs, otherwise as given. Needs that are not in the plan are done
 * already and dropped. A circle is a bug of the planner.
 */
export function order(actions: readonly Action[]): readonly Action[] {
  const byId = new Map(actions.map((action) => [action.id, action]))
  if (byId.size !== actions.length) throw new Error(`an action is planned twice: ${twice(actions)}`)
  const done = new Set<string>()
  const open = new Set<string>()
  const ordered: Action[] = []
  const visit = (action: Action) => {
    if (done.has(action.id)) return
    if (open.has(action.id)) throw new Error(`actions need each other in a circle: ${[...open].join(', ')}`)
    open.add(action.id)
    const needs = [...new Set(action.needs)].filter((need) => byId.has(need))
    for (const need of needs) {
      const needed = byId.get(need)
      if (needed !== undefined) visit(needed)
    }
    open.delete(action.id)
    done.add(action.id)
    ordered.push(needs.length === action.needs.length ? action : { ...action, needs })
  }
  for (const action of actions) visit(action)
  return ordered
}

function twice(actions: readonly Action[]): string {
  const seen = new Set<string>()
  return actions.find(({ id }) => seen.size === seen.add(id).size)?.id ?? ''
}
