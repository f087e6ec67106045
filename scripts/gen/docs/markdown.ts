import { stringify } from 'yaml'

/** A value as someone would write it in the cluster file, on one line. */
export function asYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asYaml).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => `${asYaml(key)}: ${asYaml(inner)}`)
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  // An offset such as +10 needs no quotes: talmox reads it as it is written.
  if (typeof value === 'string' && /^\+\d+$/.test(value)) return value
  return stringify([value], { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 }).trim().slice(1, -1)
}

/** Text as code in a table cell. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${cell(text)}${fence}`
}

/** Text that a table cell can hold. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** A table of a head and rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The anchor that GitHub and others give a heading. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

/** A list in a sentence: `a, b or c`. */
export function either(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} or ${last}`
}
