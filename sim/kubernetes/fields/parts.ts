import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import { ANY, type Type } from '../schema/type.ts'
import { itemStep, valueStep } from './list-key.ts'

/** A part of a value that is owned by itself. */
export interface Part {
  readonly step: string
  readonly value: Json
  readonly type: Type
}

/** The parts of a value; `undefined` for one that is owned as a whole. */
export function partsOf(value: Json | undefined, type: Type): readonly Part[] | undefined {
  if (isObject(value)) return isWholeObject(type) ? undefined : objectParts(value, type)
  if (isList(value) && type.kind === 'list' && type.relation.kind !== 'atomic') return listParts(value, type)
  return undefined
}

const isWholeObject = (type: Type): boolean => (type.kind === 'struct' || type.kind === 'map') && type.atomic

function objectParts(value: JsonObject, type: Type): readonly Part[] {
  return Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [] : [{ step: `f:${name}`, value: part, type: fieldType(type, name) }],
  )
}

/** The type of a field; one that is not declared may be anything. */
export function fieldType(type: Type, name: string): Type {
  if (type.kind === 'struct') return type.fields.get(name)?.type() ?? ANY
  return type.kind === 'map' ? type.of() : ANY
}

/** The type of what a step leads to. */
export function stepType(type: Type, step: string): Type {
  if (step.startsWith('f:')) return fieldType(type, step.slice(2))
  return type.kind === 'list' ? type.of() : ANY
}

/** Whether a step leads to a field that its type declares. */
export const isDeclared = (type: Type, step: string): boolean =>
  type.kind === 'struct' && step.startsWith('f:') && type.fields.has(step.slice(2))

function listParts(value: readonly Json[], type: Type & { kind: 'list' }): readonly Part[] | undefined {
  const { relation } = type
  const of = type.of()
  const parts: Part[] = []
  for (const item of value) {
    const step = relation.kind === 'map' ? itemStep(item, relation.keys) : valueStep(item)
    // A list with an item that cannot be told apart is one value.
    if (step === undefined) return undefined
    parts.push({ step, value: item, type: of })
  }
  return parts
}
