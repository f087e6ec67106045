import type { PlacementMachine } from './types.ts'

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Bytes as people write them: `16 GiB`, `1.5 TiB`. */
export function bytes(amount: number): string {
  let unit = 0
  let value = amount
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${round(value)} ${UNITS[unit]}`
}

/** A number and its noun: `1 slot`, `3 slots`. */
export function count(amount: number, noun: string): string {
  return `${round(amount)} ${noun}${amount === 1 ? '' : 's'}`
}

/** A position as people say it: `1st`, `2nd`, `11th`. */
export function ordinal(position: number): string {
  const teens = Math.floor(position / 10) % 10 === 1
  return `${position}${(teens ? undefined : ['th', 'st', 'nd', 'rd'][position % 10]) ?? 'th'}`
}

/** The size of a machine: `8 CPU, 16 GiB`. */
export function size(machine: PlacementMachine): string {
  return `${machine.cpu} CPU, ${bytes(machine.memory)}`
}

/** A sentence's list: `a`, `a and b`, `a, b and c`; a long one ends with how many more there are. */
export function list(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  const shown = words.length > 5 ? [...words.slice(0, 4), `${words.length - 4} more`] : words
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
