import { isNode, type Node, rewrite } from './written-out.ts'

/** Allows the number that an editor's YAML reader makes of `+10`, which talmox reads as text. */
export function allowOffsets(schema: Node): Node {
  return rewrite(schema, (node) => {
    if (node.anyOf === undefined || !node.anyOf.some(isOffset)) return node
    const numbers = node.anyOf.filter(({ type }) => type === 'integer')
    const others = node.anyOf.filter(({ type }) => type !== 'integer')
    const maximum = numbers[0]?.maximum
    return {
      ...node,
      anyOf: [{ type: 'integer', minimum: 0, ...(maximum === undefined ? {} : { maximum }) }, ...others],
    }
  })
}

/** Whether text such as `+10` is meant, where a plus sign makes the difference. */
function isOffset({ pattern = '' }: Node): boolean {
  const accepts = (text: string) => new RegExp(pattern, 'u').test(text)
  return accepts('+10') && !accepts('10')
}

/** Maps that are one value: a narrower layer replaces them whole, so nothing in them is inherited. */
export const replacedWhole: ReadonlySet<string> = new Set(['cpu', 'vga', 'gpu', 'overlay', 'selector', 'password'])

/** Allows `null` where it takes an inherited value away, and for a section that is left empty. */
export function allowNull(schema: Node, isLayered: (path: readonly string[]) => boolean): Node {
  return nullable(schema, [], false, isLayered)
}

function nullable(
  node: Node,
  path: readonly string[],
  layered: boolean,
  isLayered: (path: readonly string[]) => boolean,
): Node {
  const copy: Node = { ...node }
  const below = (key: string, value: Node): Node => {
    const at = [...path, key]
    const inherits = layered || isLayered(at)
    const inner = nullable(value, at, inherits && !replacedWhole.has(key), isLayered)
    if (node.required?.includes(key)) return inner
    return inherits || inner.type === 'object' ? orNull(inner) : inner
  }
  if (node.anyOf !== undefined) copy.anyOf = node.anyOf.map((one) => nullable(one, path, layered, isLayered))
  if (node.properties !== undefined) {
    copy.properties = Object.fromEntries(
      Object.entries(node.properties).map(([key, value]) => [key, isNode(value) ? below(key, value) : value]),
    )
  }
  if (isNode(node.additionalProperties)) {
    const value = nullable(node.additionalProperties, [...path, '*'], layered, isLayered)
    copy.additionalProperties = layered || isHosts(path) ? orNull(value) : value
  }
  return copy
}

/** A host may be named with nothing behind it. */
function isHosts(path: readonly string[]): boolean {
  return path.join('.') === 'proxmox.hosts'
}

function orNull(node: Node): Node {
  if (node.anyOf !== undefined) return { ...node, anyOf: [...node.anyOf, { type: 'null' }] }
  if (node.type === undefined) return node
  const types = Array.isArray(node.type) ? node.type : [node.type]
  return { ...node, type: [...types, 'null'], ...(node.enum === undefined ? {} : { enum: [...node.enum, null] }) }
}
