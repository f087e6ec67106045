/** A number of things in words: `1 host`, `2 hosts`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
