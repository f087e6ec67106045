/** Longer words are not typing mistakes of ours, and comparing them would cost their length squared. */
const longestWord = 64

/** The candidate that was probably meant by a mistyped word; `undefined` when none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longestWord) return undefined
  const plain = squash(word)
  const same = candidates.find((candidate) => squash(candidate) === plain)
  if (same !== undefined) return same
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = distanceWithin(plain, squash(candidate), best?.distance)
    if (distance !== undefined) best = { candidate, distance }
  }
  return best?.candidate ?? candidates.find((candidate) => isStart(plain, squash(candidate)))
}

/** Edits that turn one word into the other: insert, delete, replace, swap two neighbours (no edit inside a swap). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const swapped =
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? at(beforeLast, column - 2) + 1 : far
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1))
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

const far = Number.POSITIVE_INFINITY

function at(row: readonly number[], column: number): number {
  return row[column] ?? far
}

/** The same key in camelCase, snake_case and kebab-case is the same word. */
function squash(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** The distance, if it is better than the best so far and small for words of this length: one edit in three letters. */
function distanceWithin(word: string, candidate: string, best = far): number | undefined {
  const longer = Math.max(word.length, candidate.length)
  const allowed = Math.min(Math.floor(longer / 3), best - 1)
  if (candidate.length > longestWord || Math.abs(word.length - candidate.length) > allowed) return undefined
  const distance = editDistance(word, candidate)
  return distance <= allowed ? distance : undefined
}

function isStart(word: string, candidate: string): boolean {
  return word.length >= 3 && candidate.startsWith(word)
}
