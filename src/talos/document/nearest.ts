function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, right] of [...b].entries()) {
      next.push(Math.min((row[j] ?? 0) + (left === right ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The candidate that someone who wrote a word most likely meant, if any is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const scored = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= 3)
    .map((candidate) => ({ candidate, score: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.score - b.score)
  const [best] = scored
  return best !== undefined && best.score <= Math.max(1, Math.floor(word.length / 4)) ? best.candidate : undefined
}
