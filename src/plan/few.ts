/** Names for a sentence: all of a few, and how many more there are. */
export function few(names: readonly string[], most = 6): string {
  if (names.length <= most) return names.join(', ')
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
}
