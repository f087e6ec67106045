/** One line of what is published: a measurement beside what it should be. */
export interface Row {
  readonly what: string
  readonly measured: string
  /** Absent where nothing was promised. */
  readonly target?: string
}

/** Measurements as the table that docs/benchmarks.md has. */
export const tableOf = (rows: readonly Row[]): readonly string[] => [
  '| what | measured | target |',
  '|---|---|---|',
  ...rows.map(({ what, measured, target = '' }) => `| ${what} | ${measured} | ${target} |`),
]
