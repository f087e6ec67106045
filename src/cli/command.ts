import type { World } from '../world/world.ts'
import type { ExitCode } from './exit-code.ts'
import type { Flags, FlagValues } from './flag.ts'
import type { Io } from './io.ts'
import type { Printer } from './printer.ts'
import type { Area } from './screen/area.ts'

/** The headings that commands stand under in the help, in order. */
export const groups = ['Cluster', 'Cluster file', 'Proxmox', 'Setting up'] as const

/** A value that stands alone on the command line. */
export interface Argument {
  /** As shown in the help, upper case. */
  readonly name: string
  readonly about: string
  readonly required?: true
  readonly choices?: readonly string[]
  readonly completes?: 'file'
}

/** A line to try, and what it does. */
export interface Example {
  readonly line: string
  readonly does: string
}

/** What a command runs in: its surroundings, and where it prints answers and complaints. */
export interface Session {
  readonly io: Io
  readonly out: Printer
  readonly err: Printer
  /** The end of the terminal that answers go to, for what changes while it is looked at; nothing elsewhere. */
  readonly area?: Area | undefined
  /** What clients wait by and connect through. */
  readonly world: World
  /** Every command there is. */
  readonly commands: readonly Command[]
}

/** What the command line and the environment gave, before it is read. */
export interface Given {
  readonly arguments: readonly (string | undefined)[]
  readonly flags: Readonly<Record<string, { readonly written: string; readonly by: string }>>
}

interface About {
  readonly name: string
  readonly group: (typeof groups)[number]
  /** One line for the list of commands. */
  readonly summary: string
  /** More about it, one paragraph. */
  readonly detail?: string
  readonly examples: readonly Example[]
}

/** A command: everything that the help, the completions and the dispatcher need of it. */
export interface Command extends About {
  readonly arguments: readonly Argument[]
  readonly flags: Flags
  readonly run: (given: Given, session: Session) => Promise<ExitCode>
}

type ArgumentValues<Of extends Readonly<Record<string, Argument>>> = {
  readonly [Name in keyof Of]: Of[Name] extends { readonly required: true } ? string : string | undefined
}

/** A command as its file describes it: arguments in order, and a `run` that gets them read and typed. */
interface Description<Arguments extends Readonly<Record<string, Argument>>, Of extends Flags> extends About {
  readonly arguments: Arguments
  readonly flags: Of
  readonly run: (
    given: { readonly arguments: ArgumentValues<Arguments>; readonly flags: FlagValues<Of> },
    session: Session,
  ) => Promise<ExitCode>
}

/** Makes a command of its description. */
export function command<const Arguments extends Readonly<Record<string, Argument>>, const Of extends Flags>(
  description: Description<Arguments, Of>,
): Command {
  const names = Object.keys(description.arguments)
  return {
    ...description,
    arguments: Object.values(description.arguments),
    run: (given, session) =>
      description.run(
        {
          // The dispatcher has seen to it that what is required is there.
          arguments: Object.fromEntries(
            names.map((name, index) => [name, given.arguments[index]]),
          ) as ArgumentValues<Arguments>,
          flags: readFlags(description.flags, given.flags),
        },
        session,
      ),
  }
}

/** Reads flags into their values. */
export function readFlags<Of extends Flags>(flags: Of, given: Given['flags']): FlagValues<Of> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, flag.read(given[name]?.written, given[name]?.by ?? name)]),
  ) as FlagValues<Of>
}
