import type { Limit, Shortage } from '../placement/types.ts'
import { bytes } from '../placement/words.ts'

/** How the table names what is short, and how it prints amounts of it. */
interface Column {
  readonly what: (short: Shortage) => string
  readonly amount: (value: number) => string
}

const plain = (value: number): string => String(Math.round(value * 100) / 100)

const COLUMNS: Readonly<Record<Limit, Column>> = {
  cpu: { what: ({ resource }) => (resource === undefined ? 'CPU' : `CPU of ${resource}`), amount: plain },
  memory: { what: () => 'memory', amount: bytes },
  storage: { what: ({ resource }) => `storage ${resource}`, amount: bytes },
  device: { what: ({ resource }) => `device ${resource}`, amount: plain },
  'max-per-host': { what: ({ resource }) => `${resource} it may hold`, amount: plain },
  'host-loss': { what: ({ resource }) => `${resource} that may die with it`, amount: plain },
}

const MOST_ROWS = 12

/** What each host lacks, as aligned lines under a heading; nothing where no host was weighed. */
export function shortageTable(shortages: readonly Shortage[]): string[] {
  if (shortages.length === 0) return []
  const rows = shortages.slice(0, MOST_ROWS).map(rowOf)
  const more = shortages.length - rows.length
  return [
    ...align([['host', 'lacks', 'needed', 'free', 'short by'], ...rows]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

function rowOf(short: Shortage): string[] {
  const { what, amount } = COLUMNS[short.constraint]
  const free = short.absent === true ? 'not there' : amount(short.free)
  return [short.host, what(short), amount(short.needed), free, amount(short.short)]
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
