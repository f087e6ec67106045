import { visible, columns as widthOf } from '../spec/visible-text.ts'
import { pad, wrap } from '../spec/wrap.ts'
import type { Paint, Style } from './printer.ts'

/** One column: its cells are plain text, so that nothing in them can steer the terminal. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string
  readonly align?: 'right'
  readonly style?: (row: Row) => Style | undefined
  /** Columns that may go when the table is too wide: the lowest first. */
  readonly shed?: number
}

/** A table that was laid out, and the titles of the columns that did not fit. */
export interface Table {
  readonly lines: readonly string[]
  readonly hidden: readonly string[]
}

interface Sized<Row> extends Column<Row> {
  readonly cells: readonly string[]
  readonly width: number
}

const gap = '  '
const narrowestLast = 20

/** Lays out rows below their titles; what is too wide loses columns, then the last column is wrapped. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, paint }: { readonly width: number | undefined; readonly paint: Paint },
): Table {
  const sized = columns
    .map((column): Sized<Row> => {
      const cells = rows.map((row) => visible(column.cell(row)))
      return { ...column, cells, width: Math.max(...[column.title, ...cells].map(widthOf)) }
    })
    .filter((column) => column.width > 0)
  const { kept, hidden } = shed(sized, width ?? Number.POSITIVE_INFINITY)
  const fitted = fitLast(kept, width ?? Number.POSITIVE_INFINITY)
  const head = line(fitted.map(({ title, width, align }) => pad(title, width, align)))
  const body = rows.flatMap((row, index) => rowLines(fitted, row, index, paint))
  return { lines: [paint('bold', head), ...body], hidden }
}

function rowLines<Row>(columns: readonly Sized<Row>[], row: Row, index: number, paint: Paint): string[] {
  const cells = columns.map(({ cells, width }) => wrap(cells[index] ?? '', width))
  const height = Math.max(1, ...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) =>
    line(
      columns.map(({ width, align, style }, column) => {
        const padded = pad(cells[column]?.[at] ?? '', width, align)
        const look = style?.(row)
        return look === undefined ? padded : paint(look, padded)
      }),
    ),
  )
}

function shed<Row>(columns: readonly Sized<Row>[], width: number): { kept: Sized<Row>[]; hidden: string[] } {
  const kept = [...columns]
  const hidden: string[] = []
  while (totalWidth(kept) > width) {
    const [first] = kept.filter((column) => column.shed !== undefined).sort((a, b) => (a.shed ?? 0) - (b.shed ?? 0))
    if (first === undefined) break
    kept.splice(kept.indexOf(first), 1)
    hidden.push(first.title)
  }
  return { kept, hidden }
}

function fitLast<Row>(columns: readonly Sized<Row>[], width: number): Sized<Row>[] {
  const over = totalWidth(columns) - width
  return columns.map((column, index) =>
    over > 0 && index === columns.length - 1
      ? { ...column, width: Math.max(Math.min(column.width, narrowestLast), column.width - over) }
      : column,
  )
}

function totalWidth(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width + gap.length, -gap.length)
}

const line = (cells: readonly string[]): string => cells.join(gap).trimEnd()
