import { type Command, groups } from '../../../src/cli/command.ts'
import { commands } from '../../../src/cli/commands/all.ts'
import { envName, type Flag, type Flags, flagName } from '../../../src/cli/flag.ts'
import { commonFlags } from '../../../src/cli/program.ts'
import { cell, code, table } from './markdown.ts'

/** The reference of all commands and their options, by its path in the repository. */
export function generateCommandDocs(): ReadonlyMap<string, string> {
  return new Map([['docs/commands.md', `${[intro(), ...groups.flatMap(chapter)].join('\n\n')}\n`]])
}

const intro = (): string =>
  `# Commands

What \`talmox COMMAND --help\` says, in one place; made from the same table by \`npm run gen\`. What holds for all commands, exit
codes and JSON are in [cli.md](cli.md). Every command also has \`-h, --help\`, and:

${flagTable(commonFlags)}`

const chapter = (group: (typeof groups)[number]): readonly string[] => [
  `## ${group}`,
  ...commands.filter((one) => one.group === group).map(commandText),
]

function commandText({ name, summary, detail, arguments: all, flags, examples }: Command): string {
  const words = all.map((one) => (one.required === true ? one.name : `[${one.name}]`))
  const rows = all.map((one) => [code(one.name), cell(one.about)])
  return [
    `### ${['talmox', name, ...words].join(' ')}`,
    detail ?? `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(rows.length === 0 ? [] : [table(['argument', 'what it is'], rows)]),
    ...(Object.keys(flags).length === 0 ? [] : [flagTable(flags)]),
    ['```sh', ...examples.map(({ line, does }) => `${line}  # ${does}`), '```'].join('\n'),
  ].join('\n\n')
}

const flagTable = (flags: Flags): string =>
  table(
    ['option', 'what it does', 'default', 'variable'],
    Object.entries(flags).map(([name, flag]) => [
      code(term(name, flag)),
      cell([flag.about, ...(flag.choices === undefined ? [] : [flag.choices.join(', ')])].join(': ')),
      cell(flag.otherwise ?? ''),
      flag.writtenOnly ? '' : code(envName(name)),
    ]),
  )

function term(name: string, { short, placeholder, optional }: Flag): string {
  const value = placeholder === undefined ? '' : optional === true ? ` [${placeholder}]` : ` ${placeholder}`
  return `${short === undefined ? '' : `-${short}, `}${flagName(name)}${value}`
}
