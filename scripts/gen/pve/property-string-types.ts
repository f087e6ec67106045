import { file, propertyKey, quote } from './emit.ts'
import type { FormatTables } from './formats.ts'
import type { Row } from './rules.ts'

/** Writes the type of each property string once parsed; both releases share one type. */
export function emitPropertyStringTypes(tables: FormatTables): string {
  const names = Object.keys(tables[9]).sort()
  const types = names.map((name) => {
    const fields = Object.entries({ ...tables[8][name], ...tables[9][name] }).flatMap(([key, row]) => field(key, row))
    return `  ${propertyKey(name)}: {\n${fields.join('')}  }\n`
  })
  return file(
    [],
    [
      `/** Values of the property strings; a newer Proxmox may know more values of an enumeration. */\nexport interface PropertyStrings {\n${types.join('')}}\n`,
    ],
  )
}

function field(key: string, row: unknown): readonly string[] {
  if (!isRow(row) || 'alias' in row) return []
  return [`    readonly ${propertyKey(key)}${row.optional ? '?' : ''}: ${valueType(row)}\n`]
}

function valueType(row: Row): string {
  if (row.list) return 'readonly string[]'
  if (row.type === 'boolean') return 'boolean'
  if (row.type !== 'string' || row.format === 'disk-size') return 'number'
  if (!Array.isArray(row.enum)) return 'string'
  return [...row.enum.map((value) => quote(String(value))), '(string & {})'].join(' | ')
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
