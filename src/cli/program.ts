import { Command as Commander, type CommanderError, Option } from 'commander'
import { UserError } from '../user-error.ts'
import type { Command, Given } from './command.ts'
import { choice, envName, type Flags, flagName } from './flag.ts'
import { commandHelp, type HelpStyle, programHelp } from './help.ts'
import type { Io } from './io.ts'

/** The flags that every command has. */
export const commonFlags = {
  color: choice('WHEN', ['auto', 'always', 'never'], { about: 'when to use colours', otherwise: 'auto' }),
} satisfies Flags

/** What the program is built from. */
export interface Parts {
  readonly commands: readonly Command[]
  readonly io: Io
  /** How help looks, decided once the flags are known. */
  readonly style: (common: Given['flags']) => HelpStyle
  readonly run: (command: Command, given: Given, common: Given['flags']) => Promise<void>
}

/** The parser of the command line; it prints help, and throws for everything that it does not understand. */
export function program({ commands, io, style, run }: Parts): Commander {
  const root = new Commander('talmox')
  const common = () => givenFlags(root, commonFlags, io.env)
  root
    .exitOverride(refuse('talmox --help lists what there is'))
    .configureOutput({ writeOut: io.stdout.write, writeErr: io.stderr.write, outputError: () => {} })
    .configureHelp({ formatHelp: () => programHelp(commands, commonFlags, style(common())) })
    .version(io.version)
  addFlags(root, commonFlags)
  for (const command of commands) {
    const sub = root.command(command.name)
    sub.exitOverride(refuse(`talmox ${command.name} --help says what it takes`, hintsFor(command)))
    sub.configureHelp({ formatHelp: () => commandHelp(command, commonFlags, style(common())) })
    for (const { name, required } of command.arguments) sub.argument(required === true ? `<${name}>` : `[${name}]`)
    addFlags(sub, command.flags)
    sub.action(() => {
      const given = { arguments: sub.args, flags: givenFlags(sub, command.flags, io.env) }
      return run(command, given, common())
    })
  }
  return root
}

/** A word for a command that takes none is mostly the cluster file, as `validate` and others have it. */
const hintsFor = ({ name, flags, arguments: all }: Command): Readonly<Record<string, string>> =>
  flags.file !== undefined && all.length === 0
    ? { 'commander.excessArguments': `the cluster file is named with -f: talmox ${name} -f FILE` }
    : {}

/** Turns what the parser does not understand into an error for people; help and version are thrown on as they are. */
function refuse(otherwise: string, hints: Readonly<Record<string, string>> = {}): (error: CommanderError) => never {
  return (error) => {
    // Without a command the help was the answer, and it was printed.
    if (error.exitCode === 0 || error.code === 'commander.help') throw error
    const [said = '', suggestion] = error.message.replace(/^error: /, '').split('\n')
    const close = suggestion?.replace(/^\(Did you mean (.*)\)$/, 'did you mean $1')
    throw new UserError('usage', said.replaceAll("'", '"'), {
      hint: close ?? hints[error.code] ?? otherwise,
      cause: error,
    })
  }
}

function addFlags(to: Commander, flags: Flags): void {
  for (const [name, { short, placeholder, optional }] of Object.entries(flags)) {
    const written = [...(short === undefined ? [] : [`-${short}`]), flagName(name)].join(', ')
    const value = optional === true ? ` [${placeholder}]` : ` <${placeholder}>`
    to.addOption(new Option(placeholder === undefined ? written : written + value))
  }
}

/** What was given for each flag: on the command line, else by its variable; an empty variable is none. */
function givenFlags(from: Commander, flags: Flags, env: Io['env']): Given['flags'] {
  const values = from.opts<Record<string, unknown>>()
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, { writtenOnly }]) => {
      const variable = writtenOnly ? undefined : env[envName(name)]
      if (values[name] !== undefined) return [[name, { written: String(values[name]), by: flagName(name) }]]
      return variable ? [[name, { written: variable, by: envName(name) }]] : []
    }),
  )
}
