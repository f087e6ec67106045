import type { JsonObject } from '../json.ts'
import { isObject } from '../json.ts'

/**
 * A set of paths as `fieldsV1` writes it: `f:name`, `k:{"name":"x"}` and `v:"x"` lead deeper, an empty object is a member,
 * and `.` makes a member of what also has members below. A set without members is `undefined`.
 */
export type FieldSet = { readonly [step: string]: FieldSet }

/** A member without anything below. */
export const LEAF: FieldSet = {}

const SELF = '.'

/** Whether the top of a set is itself a member. */
export const isMember = (set: FieldSet): boolean => Object.hasOwn(set, SELF) || Object.keys(set).length === 0

const steps = (set: FieldSet): string[] => Object.keys(set).filter((step) => step !== SELF)

const childOf = (set: FieldSet | undefined, step: string): FieldSet | undefined =>
  set !== undefined && Object.hasOwn(set, step) ? set[step] : undefined

/** Puts a set together; `undefined` where nothing is in it. */
export function fieldSet(
  self: boolean,
  children: Iterable<readonly [string, FieldSet | undefined]>,
): FieldSet | undefined {
  const kept = [...children].flatMap(([step, child]) => (child === undefined ? [] : [[step, child] as const]))
  if (kept.length === 0) return self ? LEAF : undefined
  return Object.fromEntries(self ? [[SELF, LEAF], ...kept] : kept)
}

type Combine = (a: boolean, b: boolean) => boolean

function combine(a: FieldSet | undefined, b: FieldSet | undefined, rule: Combine): FieldSet | undefined {
  if (b === undefined) return rule(true, false) ? a : undefined
  if (a === undefined) return rule(false, true) ? b : undefined
  const self = rule(isMember(a), isMember(b))
  const names = new Set([...steps(a), ...steps(b)])
  return fieldSet(
    self,
    [...names].map((step) => [step, combine(childOf(a, step), childOf(b, step), rule)] as const),
  )
}

/** What is in either. */
export const union = (a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined =>
  combine(a, b, (inA, inB) => inA || inB)

/** What is in both. */
export const intersection = (a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined =>
  combine(a, b, (inA, inB) => inA && inB)

/** What is in the first and not in the second. */
export const difference = (a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined =>
  combine(a, b, (inA, inB) => inA && !inB)

/** What is in the first and neither in the second nor below one of its members. */
export function differenceBelow(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return a
  if (isMember(b)) return undefined
  return fieldSet(
    isMember(a),
    steps(a).map((step) => [step, differenceBelow(childOf(a, step), childOf(b, step))] as const),
  )
}

/** A set with each of its steps made anew. */
export const withStep = (
  set: FieldSet,
  make: (step: string, below: FieldSet) => FieldSet | undefined,
): FieldSet | undefined =>
  fieldSet(
    isMember(set),
    steps(set).map((step) => [step, make(step, set[step] ?? LEAF)] as const),
  )

/** The paths of all members, each as its steps, in the order of the server: what is a member before what has some below. */
export function members(set: FieldSet | undefined): readonly (readonly string[])[] {
  return set === undefined ? [] : isMember(set) ? [[], ...membersBelow(set)] : membersBelow(set)
}

function membersBelow(set: FieldSet): readonly (readonly string[])[] {
  const sorted = steps(set).sort()
  const direct = sorted.filter((step) => isMember(set[step] ?? LEAF)).map((step) => [step])
  const deeper = sorted.flatMap((step) => membersBelow(set[step] ?? LEAF).map((path) => [step, ...path]))
  return [...direct, ...deeper]
}

/** Reads `fieldsV1`; what is no set in it is left out. */
export function readFieldSet(value: JsonObject): FieldSet | undefined {
  const entries = Object.entries(value).flatMap(([step, child]) => (isObject(child) ? [[step, child] as const] : []))
  if (entries.length === 0) return LEAF
  return fieldSet(
    entries.some(([step]) => step === SELF),
    entries.filter(([step]) => step !== SELF).map(([step, child]) => [step, readFieldSet(child)] as const),
  )
}

/** A path as messages write it: `.spec.containers[name="app"].image`. */
export function formatPath(path: readonly string[]): string {
  return path.map(formatStep).join('')
}

function formatStep(step: string): string {
  const [kind, text] = [step.slice(0, 2), step.slice(2)]
  if (kind === 'f:') return `.${text}`
  if (kind === 'v:') return `[=${text}]`
  if (kind === 'i:') return `[${text}]`
  const keys = Object.entries(JSON.parse(text))
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`
}
