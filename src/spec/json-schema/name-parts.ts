import { isDeepStrictEqual } from 'node:util'
import type { Part } from '../schema/field.ts'
import { type Node, rewrite } from './written-out.ts'

/** A schema whose parts are described once, by name. */
export interface Named {
  readonly root: Node
  readonly parts: ReadonlyMap<string, Node>
}

/** Moves every part out of the tree: where it is used, a reference stays, with what is said about it there. */
export function nameParts(schema: Node): Named {
  const parts = new Map<string, Node>()
  const root = rewrite(schema, (node) => {
    const { part, type, ...all } = node
    if (!isPart(part)) return node
    const [here, body] = split(all)
    define(parts, part.name, { description: part.description, type: 'object', ...body })
    const reference = { $ref: `#/$defs/${part.name}` }
    return { ...here, ...(type === 'object' ? reference : { anyOf: [reference, { type: 'null' }] }) }
  })
  return { root, parts: new Map([...parts].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

const about: ReadonlySet<string> = new Set(['title', 'description', 'examples', 'default', 'derived'])

function define(parts: Map<string, Node>, name: string, node: Node): void {
  const known = parts.get(name)
  if (known !== undefined && !isDeepStrictEqual(known, node)) throw new Error(`two parts are called ${name}`)
  parts.set(name, node)
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'name' in value
}

/** What is said about the part where it is used, and the part itself. */
function split(node: Node): [here: Node, body: Node] {
  const isAbout = ([key]: [string, unknown]) => about.has(key)
  const entries = Object.entries(node)
  return [Object.fromEntries(entries.filter(isAbout)), Object.fromEntries(entries.filter((entry) => !isAbout(entry)))]
}
