import type { Span } from './ideal/ideal-run.ts'

/** One step of the way that ended last, beside what it takes at least. */
export interface Link {
  readonly id: string
  /** Milliseconds between the end of what it waited for and its own beginning. */
  readonly waited: number
  readonly took: number
  readonly ideal: number
}

/** An action as a run has shown it. */
export type Shown = Pick<Span, 'began' | 'ended'> & { readonly id: string; readonly needs: readonly string[] }

/**
 * The way through a run that decided how long it took: from what ended last back through whatever it had to wait for,
 * which is what it needs, or what had the place within a limit that it took.
 */
export function chainOf(shown: readonly Shown[], ideal: readonly Span[]): readonly Link[] {
  const byId = new Map(shown.map((one) => [one.id, one]))
  const actions = new Map(ideal.map(({ action }) => [action.id, action]))
  const limitsOf = (id: string) => actions.get(id)?.limits ?? []
  const idealOf = idealByRank(shown, ideal)
  const latest = (ones: readonly Shown[]) => ones.toSorted((a, b) => b.ended - a.ended)[0]
  const links: Link[] = []
  let current = latest(shown)
  while (current !== undefined) {
    const { id, began, ended, needs } = current
    const needed = latest(needs.flatMap((need) => byId.get(need) ?? []))
    const places = new Set(limitsOf(id))
    const ahead = shown.filter((one) => one.ended <= began && limitsOf(one.id).some((name) => places.has(name)))
    const before = latest([...(needed === undefined ? [] : [needed]), ...ahead])
    links.unshift({
      id,
      waited: began - (before?.ended ?? 0),
      took: ended - began,
      ideal: idealOf(id),
    })
    current = before
  }
  return links
}

const kindOf = (id: string): string => id.slice(0, id.indexOf('/'))

/**
 * What an action takes at least: that of the same kind which ended as the same one in the order, since it is chance
 * which of several control planes etcd takes in first.
 */
function idealByRank(shown: readonly Shown[], ideal: readonly Span[]): (id: string) => number {
  const inOrder = <T extends { readonly ended: number }>(ones: readonly T[]) =>
    ones.toSorted((a, b) => a.ended - b.ended)
  const least = new Map<string, number>()
  for (const kind of new Set(shown.map(({ id }) => kindOf(id)))) {
    const best = inOrder(ideal.filter(({ action }) => action.kind === kind))
    for (const [rank, { id }] of inOrder(shown.filter((one) => kindOf(one.id) === kind)).entries()) {
      const span = best[rank]
      least.set(id, span === undefined ? 0 : span.ended - span.began)
    }
  }
  return (id) => least.get(id) ?? 0
}
