import { nearest } from '../../spec/nearest.ts'
import type { Path } from '../../spec/problem.ts'
import { type Enum, enums } from '../schema/enums.ts'
import { type Fields, fieldsOf, kinds } from '../schema/lookup.ts'
import type { Field, Type } from '../schema/notation.ts'
import { fieldsOfDocument, isRoot, kindOf } from './identity.ts'
import { type Finding, finding } from './problem.ts'
import { scalarChecks } from './scalar-checks.ts'
import { type Document, get, isList, isMapping, type Mapping, type Value } from './value.ts'

/** Called for every field that is set, so that rules about fields need no walk of their own. */
export type Visit = (field: Field, path: Path) => readonly Finding[]

const wrong = (path: Path, expected: string): Finding => finding('wrong-type', path, `expected ${expected}`)

function checkItems(value: Value, type: Type & { form: 'list' }, path: Path, visit: Visit): Finding[] {
  if (!isList(value)) return [wrong(path, 'a list')]
  return value.flatMap((item, index) =>
    item === null
      ? [wrong([...path, index], 'an element, not nothing')]
      : check(item, type.item, [...path, index], visit),
  )
}

function checkEntries(value: Value, item: Type, path: Path, visit: Visit): Finding[] {
  if (!isMapping(value)) return [wrong(path, 'a mapping')]
  return Object.entries(value).flatMap(([key, entry]) => check(entry, item, [...path, key], visit))
}

function checkEnum(value: Value, { values }: Enum, path: Path): Finding[] {
  if (typeof value === 'string' && values.includes(value)) return []
  return [wrong(path, `one of ${values.join(', ')}`)]
}

function checkArgs(value: Value, path: Path): Finding[] {
  if (!isMapping(value)) return [wrong(path, 'a mapping')]
  const isArg = (arg: Value): boolean =>
    typeof arg === 'string' || arg === null || (isList(arg) && arg.every((item) => typeof item === 'string'))
  return Object.entries(value).flatMap(([key, arg]) =>
    isArg(arg) ? [] : [wrong([...path, key], 'text or a list of texts')],
  )
}

function check(value: Value, type: Type, path: Path, visit: Visit): Finding[] {
  if (value === null) return []
  switch (type.form) {
    case 'struct':
      return isMapping(value) ? checkFields(value, fieldsOf(type.of), path, visit) : [wrong(path, 'a section')]
    case 'list':
      return checkItems(value, type, path, visit)
    case 'map':
      return checkEntries(value, type.item, path, visit)
    case 'args':
      return checkArgs(value, path)
    case 'object':
      return isMapping(value) ? [] : [wrong(path, 'a mapping')]
    case 'enum':
      return checkEnum(value, enums[type.of], path)
    case 'scalar': {
      const expected = scalarChecks[type.of](value)
      return expected === undefined ? [] : [wrong(path, expected)]
    }
  }
}

function checkFields(value: Mapping, fields: Fields, path: Path, visit: Visit): Finding[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const field = fields.get(key)
    const here = [...path, key]
    if (field === undefined) return [unknownKey(key, fields, here)]
    return [...visit(field, here), ...check(item, field.type, here, visit)]
  })
}

function unknownKey(key: string, fields: Fields, path: Path): Finding {
  const known = nearest(key, [...fields.keys()])
  const base = finding('unknown-key', path, `Talos knows no ${key} here`, known && `did you mean ${known}?`)
  return { ...base, on: 'key' }
}

function checkHead(document: Document): Finding[] {
  if (isRoot(document)) {
    const isConfig = ['machine', 'cluster', 'debug', 'persist'].some((key) => get(document, key) !== undefined)
    return isConfig
      ? []
      : [finding('missing-kind', [], 'the document has neither a kind nor a machine or cluster section')]
  }
  const apiVersion = get(document, 'apiVersion')
  if (apiVersion === undefined)
    return [finding('missing-api-version', [], 'apiVersion is missing', 'add `apiVersion: v1alpha1`')]
  const kind = kindOf(document)
  if (apiVersion === 'v1alpha1' && kinds.has(kind)) return []
  const known = nearest(kind, [...kinds.keys()])
  return [
    finding(
      'unknown-kind',
      ['kind'],
      `Talos knows no document ${String(apiVersion)} ${kind}`,
      known && `did you mean ${known}?`,
    ),
  ]
}

/** Finds what Talos could not even read: unknown kinds and keys, values of the wrong type. */
export function conform(document: Document, visit: Visit = () => []): Finding[] {
  const head = checkHead(document)
  const fields = fieldsOfDocument(document)
  return head.length > 0 || fields === undefined ? head : checkFields(document, fields, [], visit)
}
