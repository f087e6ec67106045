/** What JSON allows as it is, but would steer a terminal, hide, or reorder the text around it. */
const unseen = /[\x7f-\x9f\p{Cf}\u2028\u2029]/gu

/** A value as the JSON that commands print: indented, a line of its own, and with every character visible. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(unseen, escaped)}\n`
}

/** The same on one line, for values that come one after the other. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll(unseen, escaped)}\n`
}

/** A character of two UTF-16 units is two escapes. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
