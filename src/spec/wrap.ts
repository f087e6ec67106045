import { columns } from './visible-text.ts'

/**
 * Breaks text into lines between its words; a word that is wider than a line stays whole.
 * The first line may be narrower, where something stands before it, and is left empty when not even a word fits.
 */
export function wrap(text: string, width: number, firstWidth = width): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    const room = lines.length === 0 ? firstWidth : width
    if (columns(longer) > room && (line !== '' || room < width)) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}

/** Fills text with spaces up to a width on the terminal, where some characters take two columns. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fill = ' '.repeat(Math.max(0, width - columns(text)))
  return align === 'left' ? text + fill : fill + text
}
