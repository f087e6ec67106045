import { type Fields, fieldsOf } from './lookup.ts'
import type { Type } from './notation.ts'

/** What is known about a value: its type, or at the root of a document its fields. */
export type Shape = Type | Fields | undefined

/** The type of a value whose shape is known, unless it is a whole document. */
export const typeOf = (shape: Shape): Type | undefined => (shape !== undefined && 'form' in shape ? shape : undefined)

/** The type of what is inside a value, under the given key where it is a mapping. */
export function inside(shape: Shape, key = ''): Type | undefined {
  const type = typeOf(shape)
  if (shape instanceof Map) return shape.get(key)?.type
  if (type?.form === 'list' || type?.form === 'map') return type.item
  if (type?.form === 'struct') return fieldsOf(type.of).get(key)?.type
  return type?.form === 'args' ? { form: 'scalar', of: 'string' } : undefined
}
