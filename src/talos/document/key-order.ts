const isLetter = (char: string | undefined): boolean => char !== undefined && /\p{L}/u.test(char)
const isDigit = (char: string | undefined): boolean => char !== undefined && /\p{Nd}/u.test(char)

/** The digits around a position; none where no digit stands there. */
function digitsAt(text: string, index: number): string {
  if (!isDigit(text[index])) return ''
  const [before = ''] = /\d*$/.exec(text.slice(0, index)) ?? []
  const [after = ''] = /^\d*/.exec(text.slice(index)) ?? []
  return before + after
}

const byCode = (a = '', b = ''): number => (a < b ? -1 : 1)

/** Orders keys as Talos prints them: letters by code and after other signs, numbers by value. */
export function compareKeys(a: string, b: string): number {
  const limit = Math.min(a.length, b.length)
  let index = 0
  while (index < limit && a[index] === b[index]) index += 1
  if (index === limit) return a.length - b.length
  const [left, right] = [a[index], b[index]]
  if (isLetter(left) && isLetter(right)) return byCode(left, right)
  // A letter right after a number ends it, so that `a1b` comes before `a12`.
  if (isLetter(left) !== isLetter(right)) return isLetter(left) === isDigit(a[index - 1]) ? -1 : 1
  const [x, y] = [digitsAt(a, index), digitsAt(b, index)]
  if (BigInt(x) !== BigInt(y)) return BigInt(x) < BigInt(y) ? -1 : 1
  return x.length - y.length || byCode(left, right)
}
