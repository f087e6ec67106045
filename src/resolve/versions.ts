/** What a Talos minor version brings. */
export interface TalosMinor {
  /** The first release of the newest Kubernetes minor it supports: what a cluster gets when the file says nothing. */
  readonly kubernetes: string
  /** Kubernetes minors it runs: the oldest and the newest. */
  readonly oldest: number
  readonly newest: number
}

/** The Talos versions talmox knows, by minor. */
export const talosMinors: Readonly<Record<number, TalosMinor>> = {
  9: { kubernetes: 'v1.32.0', oldest: 27, newest: 32 },
  10: { kubernetes: 'v1.33.0', oldest: 28, newest: 33 },
  11: { kubernetes: 'v1.34.0', oldest: 29, newest: 34 },
  12: { kubernetes: 'v1.35.0', oldest: 30, newest: 35 },
  13: { kubernetes: 'v1.36.0', oldest: 31, newest: 36 },
  14: { kubernetes: 'v1.37.0', oldest: 32, newest: 37 },
}

/** The minor number of a `v1.x` or `v1.x.y` version. */
export function minorOf(version: string): number {
  return Number(/^v1\.(\d+)/.exec(version)?.[1] ?? Number.NaN)
}

const known = Object.keys(talosMinors).map(Number)

/** The oldest and the newest Talos minor that talmox knows. */
export const oldestTalos = Math.min(...known)
export const newestTalos = Math.max(...known)

/** The minor number of the contract: the one that is written, else that of the version. */
export function contractOf({ version, contract }: { version: string; contract?: string | undefined }): number {
  return minorOf(contract ?? version)
}
