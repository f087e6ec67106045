const SECOND = 1
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** Below which span a duration is shown in which units. */
const SCALES: readonly {
  readonly below: number
  readonly unit: number
  readonly name: string
  readonly rest?: readonly [number, string]
}[] = [
  { below: 2 * MINUTE, unit: SECOND, name: 's' },
  { below: 10 * MINUTE, unit: MINUTE, name: 'm', rest: [SECOND, 's'] },
  { below: 3 * HOUR, unit: MINUTE, name: 'm' },
  { below: 8 * HOUR, unit: HOUR, name: 'h', rest: [MINUTE, 'm'] },
  { below: 2 * DAY, unit: HOUR, name: 'h' },
  { below: 8 * DAY, unit: DAY, name: 'd', rest: [HOUR, 'h'] },
  { below: 2 * YEAR, unit: DAY, name: 'd' },
  { below: 8 * YEAR, unit: YEAR, name: 'y', rest: [DAY, 'd'] },
  { below: Number.POSITIVE_INFINITY, unit: YEAR, name: 'y' },
]

/** A span as tables show it: `45s`, `5m30s`, `4h2m`, `3d`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  const scale = SCALES.find(({ below }) => seconds < below)
  if (scale === undefined) return '<unknown>'
  const whole = Math.floor(seconds / scale.unit)
  const rest = scale.rest === undefined ? 0 : Math.floor((seconds % scale.unit) / scale.rest[0])
  return `${whole}${scale.name}${rest > 0 ? `${rest}${scale.rest?.[1]}` : ''}`
}

/** How long ago a moment was, at a given time. */
export function age(moment: string | undefined, now: number): string {
  const then = Date.parse(moment ?? '')
  return Number.isNaN(then) ? '<unknown>' : humanDuration(now - then)
}
