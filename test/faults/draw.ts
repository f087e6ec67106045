/** Draws from a seed: the same seed draws the same. */
export interface Draw {
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  /** One of a list that is not empty. */
  readonly one: <T>(of: readonly T[]) => T
}

/** Begins to draw from a seed. */
export function drawFrom(seed: number): Draw {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    one(of) {
      const [drawn] = of.slice(between(0, of.length - 1))
      if (drawn === undefined) throw new Error('there is nothing to draw from')
      return drawn
    },
  }
}
