/** How often is measured before a growth counts as seen. */
const ROUNDS = 40

/**
 * By how much more time a larger task takes, from the least times of both. Measuring ends when it is below the limit, since
 * a busy computer makes single times larger and never smaller.
 */
export function growth(small: () => void, large: () => void, limit: number): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round += 1) {
    least = Math.min(least, took(small))
    most = Math.min(most, took(large))
    if (round >= 4 && most / least < limit) break
  }
  return most / least
}

function took(task: () => void): number {
  const started = performance.now()
  task()
  return performance.now() - started
}
