import { visible, columns as widthOf } from '../../spec/visible-text.ts'
import type { Paint, Style } from '../printer.ts'

/** A part of a line with one look; its text is plain, so that nothing in it can steer the terminal. */
export interface Part {
  readonly text: string
  readonly style?: Style
}

/** One line of the screen. */
export type Line = readonly Part[]

/** Paints a line and cuts it where the screen ends. */
export function drawLine(line: Line, width: number, paint: Paint): string {
  let used = 0
  let text = ''
  for (const part of line) {
    const cut = cutTo(visible(part.text), width - used)
    used += widthOf(cut)
    text += part.style === undefined || cut === '' ? cut : paint(part.style, cut)
  }
  return text
}

/** The text if it fits, else its beginning and `…`. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let used = 1
  let kept = ''
  for (const character of text) {
    used += widthOf(character)
    if (used > width) break
    kept += character
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`
}
