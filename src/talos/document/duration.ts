const units: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1_000n,
  µs: 1_000n,
  ns: 1n,
}

const unit = 'h|ms|us|µs|ns|m|s'
const whole = new RegExp(`^(?:\\d+(?:\\.\\d{1,9})?(?:${unit}))+$`)

/** Nanoseconds of a duration as Go writes it (`1h30m`, `1.5s`), or nothing if it is not one. */
export function parseDuration(text: string): bigint | undefined {
  if (/^[+-]?0$/.test(text)) return 0n
  const body = text.replace(/^[+-]/, '')
  if (!whole.test(body)) return undefined
  const parts = body.matchAll(new RegExp(`(\\d+)(?:\\.(\\d+))?(${unit})`, 'g'))
  const total = [...parts].reduce((sum, [, count = '0', fraction = '', name = 'ns']) => {
    const size = units[name] ?? 1n
    return sum + BigInt(count) * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length)
  }, 0n)
  return text.startsWith('-') ? -total : total
}

function decimal(nanoseconds: bigint, unit: bigint): string {
  const rest = (nanoseconds % unit).toString().padStart(unit.toString().length - 1, '0')
  const fraction = unit === 1n ? '' : rest.replace(/0+$/, '')
  return fraction === '' ? `${nanoseconds / unit}` : `${nanoseconds / unit}.${fraction}`
}

/** Writes a duration the way Go does: `168h0m0s`, `1.5s`, `100ms`. */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s'
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 1_000n)}µs`
  if (nanoseconds < 1_000_000_000n) return `${decimal(nanoseconds, 1_000_000n)}ms`
  const minutes = nanoseconds / 60_000_000_000n
  const seconds = `${decimal(nanoseconds % 60_000_000_000n, 1_000_000_000n)}s`
  if (minutes === 0n) return seconds
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`
}
