import type { Action } from '../action.ts'

/** A need, from what comes first to what comes after. */
export interface Edge {
  readonly from: string
  readonly to: string
}

/** The needs that do not follow from others: an arrow beside a chain of arrows tells nobody anything. */
export function essentialEdges(actions: readonly Action[]): readonly Edge[] {
  const before = new Map<string, ReadonlySet<string>>()
  return actions.flatMap(({ id, needs }) => {
    const indirect = new Set(needs.flatMap((need) => [...(before.get(need) ?? [])]))
    before.set(id, new Set([...needs, ...indirect]))
    return needs.filter((need) => !indirect.has(need)).map((from) => ({ from, to: id }))
  })
}
