import type { Span } from './ideal/ideal-run.ts'

/** One step of the way that ended last, beside what it takes at least. */
export interface Link {
  readonly id: string
  readonly kind: string
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
  const best = new Map(ideal.map((span) => [span.action.id, span]))
  const limitsOf = (id: string) => best.get(id)?.action.limits ?? []
  const latest = (ones: readonly Shown[]) => ones.toSorted((a, b) => b.ended - a.ended)[0]
  const links: Link[] = []
  let current = latest(shown)
  while (current !== undefined) {
    const { id, began, ended, needs } = current
    const needed = latest(needs.flatMap((need) => byId.get(need) ?? []))
    const places = new Set(limitsOf(id))
    const ahead = shown.filter((one) => one.ended <= began && limitsOf(one.id).some((name) => places.has(name)))
    const before = latest([...(needed === undefined ? [] : [needed]), ...ahead])
    const least = best.get(id)
    links.unshift({
      id,
      kind: id.split('/')[0] ?? id,
      waited: began - (before?.ended ?? 0),
      took: ended - began,
      ideal: least === undefined ? 0 : least.ended - least.began,
    })
    current = before
  }
  return links
}
