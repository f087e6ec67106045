const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size as people read it, in steps of a thousand and two digits. */
export function prettySize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}
