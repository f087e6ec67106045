import { types } from '../tables/types.gen.ts'
import { ANY, type Field, type Relation, type Scalar, type Type } from './type.ts'

// The notation of the table: `text`, `@other.Type retain`, `{text} atomic`, `[text] set merge=`, and for a whole type
// `struct atomic; field!: type; …` with marks behind fields that must be there (!), that are left out while they are empty
// (?), and that are always there (+).

const SCALARS: Readonly<Record<string, Scalar>> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  flag: 'flag',
  time: 'time',
  bytes: 'bytes',
  quantity: 'quantity',
  'number-or-text': 'number-or-text',
  any: 'any',
}

/** Finds types by their names in the table; each is read once. */
export function createTypes(): (name: string) => Type {
  const known = new Map<string, Type>()
  const named = (name: string): Type => {
    const found = known.get(name)
    if (found !== undefined) return found
    const text = types[name]
    if (text === undefined) throw new Error(`there is no type ${name}`)
    const type = text.startsWith('struct ')
      ? readStruct(name, text.slice('struct '.length), named)
      : readType(text, named)
    known.set(name, type)
    return type
  }
  return named
}

type Named = (name: string) => Type

function readStruct(name: string, text: string, named: Named): Type {
  const parts = text.split('; ')
  const fields = new Map<string, Field>()
  for (const part of parts) {
    const colon = part.indexOf(': ')
    if (colon < 0) continue
    const [, field = '', marks = ''] = /^(.*?)([!?+]*)$/.exec(part.slice(0, colon)) ?? []
    const type = part.slice(colon + 2)
    fields.set(field, {
      required: marks.includes('!'),
      ...(marks.includes('?') ? { whenEmpty: 'absent' } : marks.includes('+') ? { whenEmpty: 'present' } : {}),
      type: once(() => readType(type, named)),
    })
  }
  return { kind: 'struct', fields, atomic: parts[0] === 'atomic', retain: false, open: false, name }
}

function readType(text: string, named: Named): Type {
  if (text.startsWith('@')) {
    const [name = '', mark] = text.slice(1).split(' ')
    const type = named(name)
    return type.kind === 'struct' && mark === 'retain' ? { ...type, retain: true } : type
  }
  if (text.startsWith('{')) {
    const end = text.lastIndexOf('}')
    const inner = text.slice(1, end)
    return { kind: 'map', of: once(() => readType(inner, named)), atomic: text.slice(end + 1) === ' atomic' }
  }
  if (text.startsWith('[')) return readList(text, named)
  const scalar = SCALARS[text]
  return scalar === undefined || scalar === 'any' ? ANY : { kind: 'scalar', scalar }
}

function readList(text: string, named: Named): Type {
  const end = text.lastIndexOf(']')
  const inner = text.slice(1, end)
  let relation: Relation = { kind: 'atomic' }
  let mergeKey: string | undefined
  for (const word of text.slice(end + 1).split(' ')) {
    if (word === 'set') relation = { kind: 'set' }
    if (word.startsWith('map=')) relation = { kind: 'map', keys: word.slice('map='.length).split(',') }
    if (word.startsWith('merge=')) mergeKey = word.slice('merge='.length)
  }
  return { kind: 'list', of: once(() => readType(inner, named)), relation, mergeKey }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
