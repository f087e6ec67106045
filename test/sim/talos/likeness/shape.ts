/** What a value is made of: its keys and the kinds of its values. */
export type Shape = string | readonly Shape[] | { readonly [key: string]: Shape }

/** Under these keys stand texts by names of somebody's choice. */
const FREE = new Set(['labels', 'annotations', 'extraArgs', 'environmentVariables'])

/** The shape of a value; a list counts by the different shapes of what is in it. */
export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return distinct(value.map(shapeOf))
  if (typeof value !== 'object' || value === null) return typeof value
  if (isTime(value)) return 'string'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, FREE.has(key) ? 'free' : shapeOf(inner)]))
}

/** The different shapes of several values, in an order that does not depend on theirs. */
export function distinct(shapes: readonly Shape[]): readonly Shape[] {
  const texts = [...new Set(shapes.map((shape) => JSON.stringify(shape)))].sort()
  return texts.map((text): Shape => JSON.parse(text))
}

// Some records have times as seconds and parts of them.
const isTime = (value: object): boolean =>
  'seconds' in value && Object.keys(value).every((key) => key === 'seconds' || key === 'nanos')
