const exponents = ['', 'k', 'm', 'g', 't', 'p', 'e']

/** Bytes of a size such as `10GB`, `1.5 GiB` or `4096`, or nothing if it is not one. */
export function parseByteSize(text: string): number | undefined {
  const match = /^\s*([\d.,]+)\s*([kmgtpe]?)(i?)(b?)\s*$/i.exec(text)
  if (match === null) return undefined
  const [, digits = '', prefix = '', binary = ''] = match
  const number = Number(digits.replaceAll(',', ''))
  if (!Number.isFinite(number) || (prefix === '' && binary !== '')) return undefined
  return Math.floor(number * (binary === '' ? 1000 : 1024) ** exponents.indexOf(prefix.toLowerCase()))
}

/** Writes a size with decimal units and at most one digit after the point: `10 GB`, `1.5 MB`. */
export function formatByteSize(bytes: number): string {
  if (bytes < 10) return `${bytes} B`
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), exponents.length - 1)
  const value = Math.floor((bytes / 1000 ** power) * 10 + 0.5) / 10
  const unit = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'][power] ?? 'B'
  return value < 10 ? `${value.toFixed(1)} ${unit}` : `${Math.round(value)} ${unit}`
}
