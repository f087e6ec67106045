import { z } from 'zod'
import { clusterSchema } from '../schema/cluster.ts'

/** A node of a JSON Schema; `derived`, `kind` and `part` are ours until the schema is finished. */
export type Node = z.core.JSONSchema.JSONSchema

/** The cluster file's schema as JSON Schema with every part written out where it is used. */
export function writtenOut(): Node {
  return z.toJSONSchema(clusterSchema, { io: 'input', reused: 'inline', override: complete })
}

/** Adds what the conversion leaves out: documentation of values that are read into something else. */
function complete({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Node }): void {
  const { examples, default: own } = z.globalRegistry.get(zodSchema) ?? {}
  if (Array.isArray(examples)) jsonSchema.examples = examples
  if (own !== undefined) jsonSchema.default = own
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** A copy of a node in which every node below it, and then the node itself, went through a change. */
export function rewrite(node: Node, change: (node: Node) => Node): Node {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return isNode(value) ? rewrite(value, change) : value
  }
  const copy: Node = { ...node }
  for (const key of ['items', 'propertyNames', 'additionalProperties', 'anyOf'] as const) {
    if (copy[key] !== undefined) Object.assign(copy, { [key]: inner(copy[key]) })
  }
  if (copy.properties !== undefined) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([key, value]) => [key, isNode(value) ? rewrite(value, change) : value]),
    )
  }
  return change(copy)
}

/** Whether a value is a node, and not the `true` or `false` that may stand for one. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
