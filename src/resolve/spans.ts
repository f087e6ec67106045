/** Numbers from `first` to `last`, both included, that somebody claims: VMIDs, or addresses as numbers. */
export interface Span<Owner> {
  readonly owner: Owner
  readonly first: bigint
  readonly last: bigint
}

/** Two spans of different owners that share a number, the one that starts lower first. */
export type Clash<Owner> = readonly [Span<Owner>, Span<Owner>]

/** Whether anything clashes, told by at most one clash for each pair of owners; one pass after sorting. */
export function clashesOf<Owner>(spans: readonly Span<Owner>[]): Clash<Owner>[] {
  const found: Clash<Owner>[] = []
  const told = new Map<Owner, Set<Owner>>()
  let reach: Span<Owner> | undefined
  for (const span of sorted(spans)) {
    if (reach !== undefined && reach.owner !== span.owner && span.first <= reach.last) {
      if (told.get(reach.owner)?.has(span.owner) !== true) found.push([reach, span])
      told.set(reach.owner, (told.get(reach.owner) ?? new Set()).add(span.owner))
    }
    if (reach === undefined || span.last > reach.last) reach = span
  }
  return found
}

/** Finds, in logarithmic time, a span of another owner that holds a number. */
export function holderOf<Owner>(
  spans: readonly Span<Owner>[],
): (value: bigint, except: Owner) => Span<Owner> | undefined {
  const ordered = sorted(spans)
  // The farthest-reaching span up to each position, and the farthest-reaching one of any other owner.
  const reaches: { readonly best: Span<Owner>; readonly other: Span<Owner> | undefined }[] = []
  for (const span of ordered) {
    const before = reaches.at(-1)
    reaches.push(before === undefined ? { best: span, other: undefined } : extend(before, span))
  }
  return (value, except) => {
    const reach = reaches[startingUpTo(ordered, value) - 1]
    const span = reach?.best.owner === except ? reach.other : reach?.best
    return span !== undefined && span.last >= value ? span : undefined
  }
}

/** Hands out free stretches one after the other, each starting at a multiple of `step`, the first as low as possible. */
export function freeStretches(
  taken: readonly Pick<Span<unknown>, 'first' | 'last'>[],
  { from, step }: { readonly from: bigint; readonly step: bigint },
): (size: bigint) => bigint {
  const ordered = sorted(taken)
  const after = (last: bigint) => ((last + step) / step) * step
  let start = from
  let position = 0
  return (size) => {
    let span = ordered[position]
    while (span !== undefined && span.first < start + size) {
      if (span.last >= start) start = after(span.last)
      span = ordered[++position]
    }
    const found = start
    start = after(found + size - 1n)
    return found
  }
}

function extend<Owner>(
  { best, other }: { readonly best: Span<Owner>; readonly other: Span<Owner> | undefined },
  span: Span<Owner>,
) {
  if (span.owner === best.owner) return { best: span.last > best.last ? span : best, other }
  if (span.last > best.last) return { best: span, other: best }
  return { best, other: other === undefined || span.last > other.last ? span : other }
}

function startingUpTo(ordered: readonly Span<unknown>[], value: bigint): number {
  let low = 0
  let high = ordered.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const span = ordered[middle]
    if (span !== undefined && span.first <= value) low = middle + 1
    else high = middle
  }
  return low
}

function sorted<Item extends { readonly first: bigint }>(spans: readonly Item[]): Item[] {
  return [...spans].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
}
