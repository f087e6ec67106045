import { isList, isObject, type Json, type JsonObject, numberAt, textAt } from '../json.ts'
import { AGE, type Column, NAME } from './column.ts'
import { age } from './duration.ts'

const TYPES: Readonly<Record<string, Column['type']>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
}

/** The columns that a custom resource asks for; its age where it asks for none. */
export function customColumns(wanted: readonly JsonObject[]): readonly Column[] {
  if (wanted.length === 0) return [NAME, AGE]
  return [NAME, ...wanted.map(customColumn)]
}

function customColumn(wanted: JsonObject): Column {
  const path = steps(textAt(wanted, 'jsonPath'))
  const type = TYPES[textAt(wanted, 'type')] ?? 'string'
  return {
    name: textAt(wanted, 'name'),
    type,
    format: textAt(wanted, 'format'),
    description: textAt(wanted, 'description'),
    priority: numberAt(wanted, 'priority') ?? 0,
    cell(object, now) {
      const value = follow(object, path)
      if (type === 'date') return typeof value === 'string' ? age(value, now) : '<unknown>'
      if (value === undefined) return null
      return type === 'string' && typeof value !== 'string' ? JSON.stringify(value) : value
    },
  }
}

type Step = string | number | { readonly key: string; readonly value: string }

/** The steps of a path such as `.status.conditions[?(@.type=="Ready")].status`. */
function steps(path: string): readonly Step[] {
  const found = path.matchAll(
    /\.([A-Za-z0-9_-]+)|\[(\d+)\]|\[['"]([^'"]+)['"]\]|\[\?\(@\.(\w+)\s*==\s*["']([^"']*)["']\)\]/g,
  )
  return [...found].map(([, name, index, quoted, key, value]) => {
    if (index !== undefined) return Number(index)
    return key === undefined ? (name ?? quoted ?? '') : { key, value: value ?? '' }
  })
}

function follow(value: Json, path: readonly Step[]): Json | undefined {
  let found: Json | undefined = value
  for (const step of path) {
    if (typeof step === 'string') found = isObject(found) ? found[step] : undefined
    else if (typeof step === 'number') found = isList(found) ? found[step] : undefined
    else found = isList(found) ? found.find((item) => isObject(item) && item[step.key] === step.value) : undefined
  }
  return found
}
