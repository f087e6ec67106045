import type { Row } from './rows.ts'
import { LOOKS } from './step-text.ts'

/** Rows that fit, and what the others are doing. */
export interface Folded {
  readonly rows: readonly Row[]
  /** Such as `… 83 more: 60 waiting, 23 done`; nothing when all fit. */
  readonly rest: string | undefined
}

/** What is worth seeing first. */
const ORDER: readonly Row['state'][] = ['failed', 'running', 'waiting', 'dropped', 'done', 'skipped']

/** Keeps the rows that matter most, in their own order, and counts the rest. */
export function fold(rows: readonly Row[], room: number): Folded {
  if (rows.length <= room) return { rows, rest: undefined }
  const kept = new Set(
    [...rows].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)).slice(0, Math.max(0, room - 1)),
  )
  return { rows: rows.filter((row) => kept.has(row)), rest: restOf(rows.filter((row) => !kept.has(row))) }
}

function restOf(rows: readonly Row[]): string {
  const counts = ORDER.flatMap((state) => {
    const many = rows.filter((row) => row.state === state).length
    return many === 0 ? [] : [`${many} ${state}`]
  })
  return `${LOOKS.waiting.mark} ${rows.length} more: ${counts.join(', ')}`
}
