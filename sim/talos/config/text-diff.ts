/** How many lines around a change are shown. */
const CONTEXT = 3

interface Line {
  readonly mark: ' ' | '+' | '-'
  readonly text: string
}

/** The difference between two texts as `diff -u` writes it; empty when there is none. */
export function textDiff(before: string, after: string): string {
  if (before === after) return ''
  const lines = compare(before.split('\n').slice(0, -1), after.split('\n').slice(0, -1))
  return ['--- a', '+++ b', ...hunks(lines), ''].join('\n')
}

/** Lines that stay, go and come: the longest common part stays. */
function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  const start = commonLength(before, after)
  const end = Math.min(
    commonLength(before.toReversed(), after.toReversed()),
    Math.min(before.length, after.length) - start,
  )
  const kept = (text: string): Line => ({ mark: ' ', text })
  return [
    ...before.slice(0, start).map(kept),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(kept),
  ]
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** Table of the lengths of common subsequences; what is large is shown as replaced as a whole. */
function middle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const gone = (text: string): Line => ({ mark: '-', text })
  const come = (text: string): Line => ({ mark: '+', text })
  if (before.length * after.length > 4_000_000) return [...before.map(gone), ...after.map(come)]
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const same = before[row] === after[column]
      lengths[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) lines.push({ mark: ' ', text: before[row] ?? '' })
    else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push(gone(before[row] ?? ''))
      row += 1
      continue
    } else {
      lines.push(come(after[column] ?? ''))
      column += 1
      continue
    }
    row += 1
    column += 1
  }
  return [...lines, ...before.slice(row).map(gone), ...after.slice(column).map(come)]
}

function hunks(lines: readonly Line[]): readonly string[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  )
  const shown: string[] = []
  let [old, fresh] = [1, 1]
  for (const [index, { mark, text }] of lines.entries()) {
    if (isNear[index] === true) {
      if (isNear[index - 1] !== true) shown.push(header(lines, isNear, index, old, fresh))
      shown.push(`${mark}${text}`)
    }
    if (mark !== '+') old += 1
    if (mark !== '-') fresh += 1
  }
  return shown
}

function header(lines: readonly Line[], isNear: readonly boolean[], from: number, old: number, fresh: number): string {
  const stop = isNear.indexOf(false, from)
  const part = lines.slice(from, stop === -1 ? undefined : stop)
  const count = (skip: string): number => part.filter(({ mark }) => mark !== skip).length
  return `@@ -${old},${count('+')} +${fresh},${count('-')} @@`
}
