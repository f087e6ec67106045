import type { Health } from '../../run/health.ts'
import { visible } from '../../spec/visible-text.ts'
import { wrap } from '../../spec/wrap.ts'
import type { Paint } from '../printer.ts'

/** How health conditions stand: what does not hold and why, and how many do; nobody reads fifteen lines that all is well. */
export function healthLines(
  conditions: readonly Health[],
  paint: Paint,
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const good = conditions.filter(({ outcome }) => outcome.kind === 'ok').length
  const others = conditions.flatMap((condition) => otherLines(condition, paint, width))
  if (good === 0) return others
  const words =
    good === conditions.length ? `all ${good} health conditions hold` : `${good} other health conditions hold`
  return [...others, `${paint('green', '✓')} ${good === 1 ? '1 other health condition holds' : words}`]
}

function otherLines({ sentence, otherwise, outcome }: Health, paint: Paint, width: number): readonly string[] {
  if (outcome.kind === 'ok') return []
  const isWaiting = outcome.kind === 'waiting'
  const reason = visible(outcome.reason)
  const text = isWaiting ? `${otherwise}: ${reason}` : `${sentence}: does not apply, since ${reason}`
  const [first = '', ...more] = wrap(text, width - 2)
  return [
    `${isWaiting ? paint('red', '✗') : paint('dim', '–')} ${isWaiting ? first : paint('dim', first)}`,
    ...more.map((line) => `  ${isWaiting ? line : paint('dim', line)}`),
  ]
}
