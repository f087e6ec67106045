const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }

/** Bytes of a size such as `512`, `1.5G` or `32GiB`; undefined when it is none. */
export function parseDiskSize(text: string): number | undefined {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(?:([KMGT])(?:iB)?)?$/.exec(text) ?? []
  if (digits === undefined) return undefined
  return Math.floor(Number(digits) * (unit === undefined ? 1 : (UNITS[unit] ?? 1)))
}

/** Writes bytes with the largest unit that divides them, as Proxmox does, which makes `0T` of nothing. */
export function printDiskSize(bytes: number): string {
  for (const [unit, size] of Object.entries(UNITS).reverse()) {
    if (bytes % size === 0) return `${bytes / size}${unit}`
  }
  return String(bytes)
}
