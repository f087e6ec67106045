import { type CommandWords, type FlagWords, leadingFlags, type Value } from './words.ts'

/** One `complete` line for each thing that can be completed. */
export function fishScript(commands: readonly CommandWords[]): string[] {
  return [
    'complete -c talmox -f',
    ...leadingFlags.map((flag) => line('__fish_use_subcommand', flagParts(flag))),
    ...commands.flatMap(({ name, summary, flags, argument }) => {
      const within = `__fish_seen_subcommand_from ${name}`
      return [
        line('__fish_use_subcommand', ['-a', name, '-d', quoted(summary)]),
        ...flags.map((flag) => line(within, flagParts(flag))),
        ...(argument === undefined || argument === 'any' ? [] : [line(within, valueParts(argument))]),
      ]
    }),
  ]
}

function line(condition: string, parts: readonly string[]): string {
  return ['complete -c talmox -n', quoted(condition), ...parts].join(' ')
}

function flagParts({ long, short, about, value }: FlagWords): string[] {
  return [
    ...(short === undefined ? [] : ['-s', short.slice(1)]),
    ...['-l', long.slice(2)],
    ...['-d', quoted(about)],
    // -x: a value, and no file offered for it.
    ...(value === undefined ? [] : [value === 'file' ? '-r' : '-x', ...valueParts(value)]),
  ]
}

function valueParts(value: Value): string[] {
  if (value === 'any') return []
  return value === 'file' ? ['-F'] : ['-a', quoted(value.words.join(' '))]
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`
