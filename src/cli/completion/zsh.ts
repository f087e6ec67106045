import { type CommandWords, type FlagWords, leadingFlags, type Value } from './words.ts'

/** A completion function that lets `_arguments` do the work, one call per command. */
export function zshScript(commands: readonly CommandWords[]): string[] {
  return [
    '#compdef talmox',
    '',
    '_talmox() {',
    '  local curcontext="$curcontext" state line',
    '  typeset -A opt_args',
    '  local -a commands=(',
    ...commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`),
    '  )',
    `  _arguments -C ${leadingFlags.map(spec).join(' ')} '1: :->command' '*:: :->rest'`,
    '  case "$state" in',
    '    command) _describe command commands ;;',
    '    rest)',
    '      case "$line[1]" in',
    ...commands.map(({ name, flags, argument }) => {
      const positional = argument === undefined ? [] : [quoted(`1: :${action(argument)}`)]
      return `        ${name}) _arguments ${[...flags.map(spec), ...positional].join(' ')} ;;`
    }),
    '      esac ;;',
    '  esac',
    '}',
    '',
    '# Loaded by compinit the file is the function; sourced, it has to be bound.',
    'if [[ "$funcstack[1]" == _talmox ]]; then _talmox "$@"; else compdef _talmox talmox; fi',
  ]
}

function spec({ long, short, about, value }: FlagWords): string {
  const text = `[${about.replaceAll(/[[\]:\\]/g, '\\$&')}]${value === undefined ? '' : `:value:${action(value)}`}`
  // The signs let a value stand in the same word as well as in the next one.
  const [shortSign, longSign] = value === undefined ? ['', ''] : ['+', '=']
  if (short === undefined) return quoted(`${long}${longSign}${text}`)
  return `'(${short} ${long})'{${short}${shortSign},${long}${longSign}}${quoted(text)}`
}

function action(value: Value): string {
  if (value === 'any') return ' '
  return value === 'file' ? '_files' : `(${value.words.join(' ')})`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
