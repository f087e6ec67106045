import { columns } from '../spec/visible-text.ts'

/** Breaks text into lines between its words; a word that is wider than a line stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && columns(line) + 1 + columns(word) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** Fills text with spaces up to a width on the terminal, where some characters take two columns. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fill = ' '.repeat(Math.max(0, width - columns(text)))
  return align === 'left' ? text + fill : fill + text
}
