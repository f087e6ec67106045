const CONTEXT = 3

interface Edit {
  readonly kind: ' ' | '-' | '+'
  readonly line: string
}

/** The difference of two texts in the unified form; empty when they are equal. */
export function unifiedDiff(before: string, after: string): string {
  const edits = editsBetween(linesOf(before), linesOf(after))
  return hunksOf(edits)
    .map((range) => hunk(edits, range))
    .join('')
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Keeps the longest common run of lines; additions follow removals. */
function editsBetween(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const longest = a.map(() => b.map(() => 0))
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = longest[i]
      if (row !== undefined) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const edits: Edit[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left = '', right = ''] = [a[i], b[j]]
    if (i < a.length && j < b.length && left === right) {
      edits.push({ kind: ' ', line: left })
      i++
      j++
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) {
      edits.push({ kind: '-', line: left })
      i++
    } else {
      edits.push({ kind: '+', line: right })
      j++
    }
  }
  return edits
}

/** Ranges of edits with their context; neighbours that touch are one. */
function hunksOf(edits: readonly Edit[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = []
  for (const [at, { kind }] of edits.entries()) {
    if (kind === ' ') continue
    const last = ranges.at(-1)
    const from = Math.max(0, at - CONTEXT)
    const to = Math.min(edits.length, at + CONTEXT + 1)
    if (last !== undefined && from <= last[1]) last[1] = to
    else ranges.push([from, to])
  }
  return ranges
}

function hunk(edits: readonly Edit[], [from, to]: readonly [number, number]): string {
  const count = (kinds: string, until: number, start = 0) =>
    edits.slice(start, until).filter(({ kind }) => kinds.includes(kind)).length
  const range = (kinds: string) => `${count(kinds, from) + 1},${count(kinds, to, from)}`
  const lines = edits.slice(from, to).map(({ kind, line }) => `${kind}${line}\n`)
  return `@@ -${range(' -')} +${range(' +')} @@\n${lines.join('')}`
}
