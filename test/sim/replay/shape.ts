import type { Json } from '../../../sim/replay/scenario.ts'

type Kind = 'null' | 'boolean' | 'number' | 'string' | 'list' | 'object' | 'any'

/** What genuine answers of one method looked like, all taken together. */
export interface Shape {
  readonly kinds: Set<Kind>
  /** How many values were seen. */
  seen: number
  readonly keys: Map<string, Shape>
  element?: Shape
}

/** The shape of nothing. */
export const emptyShape = (): Shape => ({ kinds: new Set(), seen: 0, keys: new Map() })

/** Keys that name things of a machine: what is below them has one shape, whatever their numbers. */
const nameless = (key: string): string => key.replace(/^(tap|scsi|virtio|ide|sata|net|efidisk)\d.*$/, '$1#')

/** Adds what one more genuine answer looked like. */
export function learn(shape: Shape, value: Json): void {
  shape.seen += 1
  shape.kinds.add(recordedKind(value))
  if (isList(value)) {
    shape.element ??= emptyShape()
    for (const each of value) learn(shape.element, each)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      const key = nameless(name)
      const below = shape.keys.get(key) ?? emptyShape()
      shape.keys.set(key, below)
      learn(below, each)
    }
  }
}

/** Where a value is unlike every genuine one: a kind or a key that none had, or no key that all had. */
export function deviations(shape: Shape, value: Json, at = ''): readonly string[] {
  if (shape.kinds.has('any')) return []
  if (!shape.kinds.has(kindOf(value))) return [`${at || '.'} is ${kindOf(value)}, not ${[...shape.kinds].join('|')}`]
  if (isList(value)) {
    const { element } = shape
    // An element of a list that was always empty tells nothing.
    return element === undefined || element.seen === 0
      ? []
      : value.flatMap((each) => deviations(element, each, `${at}[]`))
  }
  return typeof value === 'object' && value !== null ? deviationsOfKeys(shape, value, at) : []
}

function deviationsOfKeys(shape: Shape, value: { readonly [key: string]: Json }, at: string): readonly string[] {
  const own = new Set(Object.keys(value).map(nameless))
  const missing = [...shape.keys].filter(
    ([key, each]) => each.seen >= shape.seen && !each.kinds.has('any') && !own.has(key),
  )
  return [
    ...missing.map(([key]) => `${at}.${key} is missing`),
    ...Object.entries(value).flatMap(([key, each]) => {
      const known = shape.keys.get(nameless(key))
      return known === undefined
        ? [`${at}.${key} is not in any genuine answer`]
        : deviations(known, each, `${at}.${key}`)
    }),
  ]
}

/** Recorded values have placeholders, of which some stand for numbers when they are alone. */
function recordedKind(value: Json): Kind {
  if (value === '<any>') return 'any'
  return typeof value === 'string' && /^<(?:time|pid|bytes|value|stamp)>$/.test(value) ? 'number' : kindOf(value)
}

function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (isList(value)) return 'list'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' ? 'string' : 'object'
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
