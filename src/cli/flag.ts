import { nearest } from '../spec/nearest.ts'
import { UserError } from '../user-error.ts'

/** What a flag is, whatever its value. */
interface About {
  /** One line for the help, lower case, without a full stop. */
  readonly about: string
  /** The one-letter form. */
  readonly short?: string
  /** How the value reads when nothing is given; shown in the help. */
  readonly otherwise?: string
  /** The heading it stands under in the help of a command with many flags. */
  readonly group?: string
  /** It has no variable: what it does must be written each time, and not be left over in an environment. */
  readonly writtenOnly?: true
}

/** A flag: how it is shown, completed, and read. */
export interface Flag<Value = unknown> extends About {
  /** What stands for the value in the help; a flag without one is a switch. */
  readonly placeholder?: string
  /** The value may be left out. */
  readonly optional?: true
  /** All values there are. */
  readonly choices?: readonly string[]
  /** What a shell offers as value. */
  readonly completes?: 'file'
  /** Reads what was given, if anything was; `name` is the flag or the variable it was given by. */
  readonly read: (written: string | undefined, name: string) => Value
}

/** The flags of a command, by their camel-case name. */
export type Flags = Readonly<Record<string, Flag>>

/** What a command gets for its flags. */
export type FlagValues<Of extends Flags> = { readonly [Name in keyof Of]: ReturnType<Of[Name]['read']> }

/** A flag without value. */
export function toggle(about: About): Flag<boolean> {
  return { ...about, read: (written, name) => written !== undefined && yesOrNo(written, name) }
}

/** A flag with any text as its value. */
export function text(placeholder: string, about: About & { readonly completes?: 'file' }): Flag<string | undefined> {
  return { ...about, placeholder, read: (written) => written }
}

/** A flag that says something by itself, and more with a value: true, or the text. */
export function optionalText(placeholder: string, about: About): Flag<string | boolean> {
  const read = (written: string | undefined): string | boolean =>
    written === undefined ? false : (words[written.toLowerCase()] ?? written)
  return { ...about, placeholder, optional: true, read }
}

/** A flag with a number as its value, at least `least`. */
export function number(placeholder: string, least: number, about: About): Flag<number | undefined> {
  const read = (written: string | undefined, name: string): number | undefined => {
    if (written === undefined) return undefined
    const value = Number(written)
    if (written.trim() !== '' && Number.isFinite(value) && value >= least) return value
    throw new UserError('usage', `${name} must be a number from ${least} on, not ${JSON.stringify(written)}`)
  }
  return { ...about, placeholder, read }
}

/** A flag with one of a few words as its value. */
export function choice<const Word extends string>(
  placeholder: string,
  choices: readonly Word[],
  about: About,
): Flag<Word | undefined> {
  const read = (written: string | undefined, name: string): Word | undefined =>
    written === undefined ? undefined : oneOf(choices, written, name)
  return { ...about, placeholder, choices, read }
}

/** The word of a list that was written, or an error that names the closest one. */
export function oneOf<Word extends string>(choices: readonly Word[], written: string, name: string): Word {
  const found = choices.find((word) => word === written)
  if (found !== undefined) return found
  const close = nearest(written, choices)
  throw new UserError('usage', `${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(written)}`, {
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  })
}

/** How a flag is written on the command line: `controlPlanes` is `--control-planes`. */
export function flagName(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The environment variable that stands for a flag: `controlPlanes` is `TALMOX_CONTROL_PLANES`. */
export function envName(name: string): string {
  return `TALMOX_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

const words: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
}

function yesOrNo(written: string, name: string): boolean {
  const found = words[written.toLowerCase()]
  if (found !== undefined) return found
  throw new UserError('usage', `${name} must be true or false, not ${JSON.stringify(written)}`)
}
