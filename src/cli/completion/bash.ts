import { type CommandWords, type FlagWords, leadingFlags, type Value } from './words.ts'

/** A function that looks at the command and at the word before the cursor; it runs in bash 3.2 too, as macOS has it. */
export function bashScript(commands: readonly CommandWords[]): string[] {
  const names = commands.map(({ name }) => name)
  return [
    '_talmox_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }',
    '',
    '_talmox_files() {',
    "  local IFS=$'\\n'",
    '  compopt -o filenames 2>/dev/null',
    '  COMPREPLY=($(compgen -f -- "$current"))',
    '}',
    '',
    '_talmox() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word`,
    '  COMPREPLY=()',
    '  # bash breaks --flag=value into three words.',
    `  if [[ "$current" == "=" ]]; then current=""; elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi`,
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    case "$word" in ${names.join('|')}) command="$word"; break ;; esac`,
    '  done',
    '  case "$command:$previous" in',
    ...commands.flatMap(({ name, flags }) => flags.flatMap((flag) => valueCase(name, flag))),
    ...leadingFlags.flatMap((flag) => valueCase('', flag)),
    '  esac',
    '  case "$command:$current" in',
    ...commands.flatMap(({ name, flags, argument }) => [
      `    ${name}:-*) ${completeValue({ words: flags.flatMap(forms) })} ;;`,
      ...(argument === undefined ? [] : [`    ${name}:*) ${completeValue(argument)} ;;`]),
    ]),
    `    :*) ${completeValue({ words: [...names, ...leadingFlags.flatMap(forms)] })} ;;`,
    '  esac',
    '}',
    'complete -F _talmox talmox',
  ]
}

function valueCase(command: string, flag: FlagWords): string[] {
  if (flag.value === undefined) return []
  const patterns = forms(flag).map((form) => `${command}:${form}`)
  return [`    ${patterns.join('|')}) ${completeValue(flag.value)}; return ;;`]
}

function completeValue(value: Value): string {
  if (value === 'any') return ':'
  return value === 'file' ? '_talmox_files' : `_talmox_words "${value.words.join(' ')}"`
}

const forms = ({ long, short }: FlagWords): string[] => [long, ...(short === undefined ? [] : [short])]
