const address = /^\d+\.\d+\.\d+\.\d+(\/\d+)?$/
const word = /^[A-Za-z][\w./-]*(:\/\/[\w./:-]*\w)?$/
const notText = /^(true|false|null|yes|no|on|off|y|n)$/i

/** A text as a YAML scalar: as it is where YAML reads it back as text, else in quotes. */
export function scalar(text: string): string {
  const plain = address.test(text) || (word.test(text) && !notText.test(text))
  return plain ? text : JSON.stringify(text)
}

/** A whole number as it is; what is none stays text, for the schema to refuse. */
export function number(text: string): string {
  return /^\d+$/.test(text) ? text : JSON.stringify(text)
}

/** One item as a scalar, several as a list. */
export function oneOrMore(items: readonly string[]): string {
  const [first] = items
  return first !== undefined && items.length === 1 ? scalar(first) : list(items)
}

/** Items as a list on one line. */
export function list(items: readonly string[]): string {
  return `[${items.map(scalar).join(', ')}]`
}
