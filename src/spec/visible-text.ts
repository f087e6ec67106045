/** Characters that would steer a terminal, hide, or reorder the text around them. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u

const combining = /[\p{Mn}\p{Me}]/u

/** Makes every character of an untrusted text visible, so that it can be shown on a terminal as it is, on one line. */
export function visible(text: string): string {
  return text.replaceAll(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (character === '\t') return '→'
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    if (code === 0x7f) return '␡'
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

/** The same for a text that may have several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** How many columns a visible text takes on a terminal: East Asian characters and emoji two, combining marks none. */
export function columns(text: string): number {
  let width = 0
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}
