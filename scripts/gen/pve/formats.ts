import { isObject, type Json, parametersOf } from './api-tree.ts'
import { file, quote, tableOfTables } from './emit.ts'
import { addedSubKeys, namedFormats, propertyStringNames, subKeysOfSummary } from './named-formats.ts'
import { formatRow, type Row } from './rules.ts'
import type { PveSource } from './source.ts'

/** Property-string grammars of both major releases, by our name. */
export interface FormatTables {
  readonly 8: Readonly<Record<string, Row>>
  readonly 9: Readonly<Record<string, Row>>
}

/** Our name for the grammar of a parameter: `scsi[n]` is `scsi`, `efidisk0` is `efidisk`, `map` is told by its path. */
export function formatName(parameter: string, path: string): string {
  if (parameter === 'map') return `map-${path.split('/')[3]}`
  return parameter.replace(/(\[n\]|0)$/, '')
}

/** Collects every grammar that the API uses, written in place or named. */
export function collectFormats(source: PveSource): FormatTables {
  const nine = collect(source, '9')
  for (const [name, added] of Object.entries(addedSubKeys)) nine[name] = { ...nine[name], ...added }
  return { 8: collect(source, '8'), 9: nine }
}

function collect(source: PveSource, release: '8' | '9'): Record<string, Row> {
  const found: Record<string, Row> = { ...namedFormats }
  for (const { path, name, schema } of eachParameter(source, release)) {
    for (const at of [schema, schema.items]) {
      if (!isObject(at)) continue
      if (isObject(at.format)) found[formatName(name, path)] = formatRow(at.format)
      const named = typeof at.format === 'string' ? propertyStringNames[at.format] : undefined
      if (named !== undefined && named in namedFormats) found[named] = asSummarised(named, at.typetext, release)
    }
  }
  return found
}

/** Our description of a named grammar, held against the schema's summary: 9 must have all of it, 8 may lack the younger. */
function asSummarised(name: string, summary: Json | undefined, release: '8' | '9'): Row {
  const ours: Row = namedFormats[name] ?? {}
  if (typeof summary !== 'string' || !summary.includes('=')) return ours
  const listed = subKeysOfSummary(summary)
  const unknown = listed.filter((key) => !(key in ours))
  const kept = Object.entries(ours).filter(([key, row]) => listed.includes(key) || (release === '9' && isYounger(row)))
  if (unknown.length > 0) throw new Error(`the grammar ${name} lacks ${unknown}`)
  if (release === '9' && kept.length < Object.keys(ours).length)
    throw new Error(`the grammar ${name} has too many keys`)
  return Object.fromEntries(kept)
}

function isYounger(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'since' in row
}

/** Every parameter of every wanted method of a release. */
export function* eachParameter(source: PveSource, release: '8' | '9') {
  for (const path of source.paths) {
    for (const method of Object.values(source.api[release].get(path) ?? {})) {
      if (!isObject(method)) continue
      for (const [name, schema] of parametersOf(method)) yield { path, name, schema }
    }
  }
}

/** Writes the grammars: those of 9, and those of 8 that differ. */
export function emitFormats(tables: FormatTables): string {
  const names = Object.keys(tables[9]).sort()
  const nine = Object.fromEntries(names.map((name) => [name, tables[9][name] ?? {}]))
  const same = (name: string) => JSON.stringify(tables[8][name]) === JSON.stringify(tables[9][name])
  const eight = Object.fromEntries(
    names.filter((name) => tables[8][name] !== undefined && !same(name)).map((name) => [name, tables[8][name] ?? {}]),
  )
  return file(
    ['Format'],
    [
      `/** Names of the property-string grammars. */\nexport type FormatName =\n${names.map((name) => `  | ${quote(name)}\n`).join('')}`,
      `/** The grammars of release 9. */\nexport const formats: Readonly<Record<FormatName, Format>> = ${tableOfTables(nine)}\n`,
      `/** The grammars that differ in release 8. */\nexport const formats8: Readonly<Partial<Record<FormatName, Format>>> = ${tableOfTables(eight)}\n`,
    ],
  )
}
