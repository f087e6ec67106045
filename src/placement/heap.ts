/** A binary heap: the item that comes before all others is popped first. */
export interface Heap<T> {
  readonly items: T[]
  readonly before: (a: T, b: T) => boolean
}

/** Adds an item, in time logarithmic in the number of items. */
export function push<T>(heap: Heap<T>, item: T): void {
  const { items, before } = heap
  let hole = items.length
  items.push(item)
  while (hole > 0) {
    const parent = (hole - 1) >> 1
    const above = items[parent]
    if (above === undefined || !before(item, above)) break
    items[hole] = above
    hole = parent
  }
  items[hole] = item
}

/** Removes and returns the first item, in time logarithmic in the number of items. */
export function pop<T>(heap: Heap<T>): T | undefined {
  const { items, before } = heap
  const first = items[0]
  const last = items.pop()
  if (last === undefined || items.length === 0) return first
  let hole = 0
  for (;;) {
    const child = smallerChild(items, before, hole)
    const below = items[child]
    if (below === undefined || !before(below, last)) break
    items[hole] = below
    hole = child
  }
  items[hole] = last
  return first
}

function smallerChild<T>(items: readonly T[], before: (a: T, b: T) => boolean, hole: number): number {
  const left = 2 * hole + 1
  const [a, b] = [items[left], items[left + 1]]
  return a !== undefined && b !== undefined && before(b, a) ? left + 1 : left
}
