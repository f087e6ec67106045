/** A date of HTTP has no fractions of a second. */
const STEP_MS = 1000

/** By how much the clock of a server is ahead that named its time between two moments; nothing where it is in between. */
export function skewOf(date: string | undefined, asked: number, answered: number): number | undefined {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return undefined
  if (told > answered) return told - answered
  return told + STEP_MS < asked ? told + STEP_MS - asked : 0
}
