import { pad, wrap } from '../spec/wrap.ts'
import { type Argument, type Command, type Example, groups } from './command.ts'
import { envName, type Flag, type Flags, flagName } from './flag.ts'
import type { Paint } from './printer.ts'

/** How wide help may be and how it is coloured. */
export interface HelpStyle {
  readonly columns: number
  readonly paint: Paint
}

/** A term and what it means, the two columns of every list in the help. */
type Entry = readonly [term: string, meaning: string]

const widestTerm = 28
const builtIn: Readonly<Record<'version' | 'help', Entry>> = {
  version: ['-V, --version', 'print the version'],
  help: ['-h, --help', 'print this help'],
}
/** What `talmox help` does, for the list of commands and for shells. */
export const helpSummary = 'print this help, or that of a command'

const footnote = 'Every option can also be given by the environment variable in brackets.'

/** The help of talmox itself: its commands, by group. */
export function programHelp(commands: readonly Command[], common: Flags, style: HelpStyle): string {
  return page(style, [
    'talmox turns one cluster.yaml into a Talos Linux Kubernetes cluster on Proxmox VE.',
    section('Usage', [indent('talmox COMMAND [OPTIONS]')], style),
    ...groups.map((group, index) => {
      const entries = commands.filter((command) => command.group === group).map(commandEntry)
      return list(group, index === groups.length - 1 ? [...entries, ['help [COMMAND]', helpSummary]] : entries, style)
    }),
    list('Options', [...flagEntries(common), builtIn.version, builtIn.help], style),
    examples(firstOf(commands), style),
    'talmox COMMAND --help says more about a command.',
  ])
}

/** The help of one command. */
export function commandHelp(command: Command, common: Flags, style: HelpStyle): string {
  const headings = new Set(Object.values(command.flags).map(headingOf))
  return page(style, [
    sentence(command.detail ?? command.summary),
    section(
      'Usage',
      [indent(`talmox ${[command.name, ...command.arguments.map(argumentTerm)].join(' ')} [OPTIONS]`)],
      style,
    ),
    list(
      'Arguments',
      command.arguments.map((argument) => [argument.name, argument.about]),
      style,
    ),
    ...[...headings].map((heading) =>
      list(
        heading,
        flagEntries(command.flags, (flag) => headingOf(flag) === heading),
        style,
      ),
    ),
    list('Common options', [...flagEntries(common), builtIn.help], style),
    examples(command.examples, style),
    footnote,
  ])
}

const headingOf = (flag: Flag): string => flag.group ?? 'Options'
const indent = (line: string): string => `  ${line}`
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
const firstOf = (commands: readonly Command[]): Example[] => commands.flatMap(({ examples }) => examples.slice(0, 1))

function page({ columns }: HelpStyle, parts: readonly (string | readonly string[])[]): string {
  const blocks = parts.map((part) => (typeof part === 'string' ? wrap(part, columns) : part))
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function section(title: string, lines: readonly string[], { paint }: HelpStyle): string[] {
  return lines.length === 0 ? [] : [paint('bold', `${title}:`), ...lines]
}

function list(title: string, entries: readonly Entry[], style: HelpStyle): string[] {
  const width = Math.min(widestTerm, Math.max(0, ...entries.map(([term]) => term.length)))
  const margin = ' '.repeat(width + 4)
  const lines = entries.flatMap(([term, meaning]) => {
    const [first = '', ...rest] = wrap(meaning, style.columns - margin.length).map((line) => margin + line)
    const head = indent(pad(term, width))
    return term.length > width ? [indent(term), first, ...rest] : [`${head}  ${first.trimStart()}`, ...rest]
  })
  return section(title, lines, style)
}

function examples(all: readonly Example[], style: HelpStyle): string[] {
  const { columns, paint } = style
  const lines = all.flatMap(({ line, does }) => [
    indent(line),
    ...wrap(does, columns - 6).map((text) => `      ${paint('dim', text)}`),
  ])
  return section('Examples', lines, style)
}

function commandEntry({ name, arguments: all, summary }: Command): Entry {
  return [[name, ...all.map(argumentTerm)].join(' '), summary]
}

function argumentTerm({ name, required }: Argument): string {
  return required === true ? name : `[${name}]`
}

function flagEntries(flags: Flags, wanted: (flag: Flag) => boolean = () => true): Entry[] {
  return Object.entries(flags)
    .filter(([, flag]) => wanted(flag))
    .map(([name, flag]) => {
      const { short, placeholder, optional, choices, otherwise, about } = flag
      const term = `${short === undefined ? '' : `-${short}, `}${flagName(name)}${placeholder === undefined ? '' : optional === true ? ` [${placeholder}]` : ` ${placeholder}`}`
      const more = [
        ...(choices === undefined ? [] : [`: ${choices.join(', ')}`]),
        ...(otherwise === undefined ? [] : [`; default: ${otherwise}`]),
      ]
      return [term, `${about}${more.join('')}${flag.writtenOnly ? '' : ` [${envName(name)}]`}`]
    })
}
