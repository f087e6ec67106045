const factors = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 } as const
type Unit = keyof typeof factors

/** Bytes of a written size such as `8GiB` or `1.5 TiB`, or nothing when it is not one. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,6})?) ?(KiB|MiB|GiB|TiB)$/.exec(text)
  if (match === null) return undefined
  const bytes = Number(match[1]) * factors[match[2] as Unit]
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** Prints bytes in the largest unit that needs no rounding: `8GiB`, `1536MiB`. */
export function formatSize(bytes: number): string {
  const units: readonly Unit[] = ['TiB', 'GiB', 'MiB', 'KiB']
  const unit = units.find((name) => bytes >= factors[name] && bytes % factors[name] === 0)
  return unit === undefined ? `${bytes}B` : `${bytes / factors[unit]}${unit}`
}

/** Prints bytes for a person, rounded to one decimal: `12.5GiB`. */
export function roundSize(bytes: number): string {
  const units: readonly Unit[] = ['TiB', 'GiB', 'MiB', 'KiB']
  const unit = units.find((name) => Math.abs(bytes) >= factors[name])
  return unit === undefined ? `${bytes}B` : `${Math.round((bytes / factors[unit]) * 10) / 10}${unit}`
}

/** One mebibyte and one gibibyte in bytes. */
export const MiB = factors.MiB
export const GiB = factors.GiB
