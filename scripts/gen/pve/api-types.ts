import { methodsAt } from './api.ts'
import { parametersOf } from './api-tree.ts'
import { file, propertyKey, quote } from './emit.ts'
import { parameterRow, type Row } from './rules.ts'
import type { PveSource } from './source.ts'

/** Longer enumerations, such as every possible disk, are written as plain strings. */
const LONGEST_ENUM = 30

/** Writes the parameters of every method as types; what only release 8 knows is optional. */
export function emitApiTypes(source: PveSource): string {
  const methods = new Map<string, Map<string, Row>>()
  for (const release of ['9', '8'] as const) {
    for (const path of source.paths) {
      for (const [verb, method] of methodsAt(source, release, path)) {
        const fields = methods.get(`${verb} ${path}`) ?? new Map<string, Row>()
        for (const [name, schema] of parametersOf(method)) {
          const row = parameterRow(name, schema, () => '')
          if (!fields.has(name))
            fields.set(name, release === '8' && methods.has(`${verb} ${path}`) ? { ...row, optional: true } : row)
        }
        methods.set(`${verb} ${path}`, fields)
      }
    }
  }
  const lines = [...methods]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, fields]) => `  ${quote(name)}: ${shape(fields)}\n`)
  return file(
    [],
    [
      `/** The parameters of every method, path parameters included. */\nexport interface ApiParameters {\n${lines.join('')}}\n`,
    ],
  )
}

function shape(fields: ReadonlyMap<string, Row>): string {
  if (fields.size === 0) return 'Record<string, never>'
  return `{ ${[...fields].map(([name, row]) => field(name, row)).join('; ')} }`
}

function field(name: string, row: Row): string {
  const type = valueType(row)
  if (name.endsWith('[n]')) return `[key: \`${name.slice(0, -3)}\${number}\`]: ${type}`
  return `${propertyKey(name)}${row.optional || row.variant ? '?' : ''}: ${type}`
}

function valueType(row: Row): string {
  if (row.type === 'array') return 'readonly (string | number)[]'
  if (row.type === 'boolean') return 'boolean'
  if (row.type !== 'string') return 'number'
  if (!Array.isArray(row.enum) || row.enum.length > LONGEST_ENUM) return 'string'
  return row.enum.map((value) => quote(String(value))).join(' | ')
}
