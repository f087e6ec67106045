/** Those who wait, the first in the order of all at its head. */
export interface WaitingLine<T> {
  readonly head: () => T | undefined
  readonly take: () => T | undefined
  readonly add: (one: T) => void
}

/** An empty line; `isBefore` says who of two comes first. */
export function waitingLine<T>(isBefore: (a: T, b: T) => boolean): WaitingLine<T> {
  /** The head is at the end, from where it is quick to take. */
  const backwards: T[] = []
  return {
    head: () => backwards.at(-1),
    take: () => backwards.pop(),
    add(one) {
      let [from, to] = [0, backwards.length]
      while (from < to) {
        const middle = (from + to) >> 1
        const other = backwards[middle]
        if (other !== undefined && isBefore(one, other)) from = middle + 1
        else to = middle
      }
      backwards.splice(from, 0, one)
    },
  }
}
