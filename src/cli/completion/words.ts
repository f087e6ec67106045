import type { Command } from '../command.ts'
import { type Flag, flagName } from '../flag.ts'
import { helpSummary } from '../help.ts'
import { commonFlags } from '../program.ts'

/** What can be given for a value: one of some words, a file, or anything. */
export type Value = { readonly words: readonly string[] } | 'file' | 'any'

/** A flag as a shell sees it; without a value it is a switch. */
export interface FlagWords {
  readonly long: string
  readonly short: string | undefined
  readonly about: string
  readonly value: Value | undefined
}

/** A command as a shell sees it. */
export interface CommandWords {
  readonly name: string
  readonly summary: string
  readonly flags: readonly FlagWords[]
  readonly argument: Value | undefined
}

const help: FlagWords = { long: '--help', short: '-h', about: 'print help', value: undefined }

/** The flags that may stand before a command. */
export const leadingFlags: readonly FlagWords[] = [
  ...flagWords(commonFlags),
  { long: '--version', short: '-V', about: 'print the version', value: undefined },
  help,
]

/** Everything a completion script is made of, from the table of commands; `help` is the parser's own. */
export function commandWords(commands: readonly Command[]): CommandWords[] {
  const own = commands.map(({ name, summary, flags, arguments: [argument] }) => ({
    name,
    summary,
    flags: [...flagWords(flags), ...flagWords(commonFlags), help],
    argument: argument && givenBy(argument),
  }))
  const names = commands.map(({ name }) => name)
  return [...own, { name: 'help', summary: helpSummary, flags: flagWords(commonFlags), argument: { words: names } }]
}

function flagWords(flags: Command['flags']): FlagWords[] {
  return Object.entries(flags).map(([name, flag]) => ({
    long: flagName(name),
    short: flag.short === undefined ? undefined : `-${flag.short}`,
    about: flag.about,
    value: flag.placeholder === undefined || flag.optional === true ? undefined : givenBy(flag),
  }))
}

function givenBy({ choices, completes }: Pick<Flag, 'choices' | 'completes'>): Value {
  if (choices !== undefined) return { words: choices }
  return completes ?? 'any'
}
