/** The rows of a table as command-line tools print it, by the names of its columns. */
export function readTable(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const columns = [...head.matchAll(/\S+(?: \S+)*/g)].map((found) => ({ name: found[0], at: found.index }))
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name, at }, index) => [name, row.slice(at, columns[index + 1]?.at).trim()])),
  )
}
