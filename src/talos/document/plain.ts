import { isAlias, isMap, isScalar, isSeq, type Document as YamlDocument } from 'yaml'
import { UserError } from '../../user-error.ts'
import type { Type } from '../schema/notation.ts'
import { inside, type Shape, typeOf } from '../schema/shape.ts'
import { isList, isMapping, mapping, type Value } from './value.ts'

/** How much one document may hold once aliases are expanded. */
export interface Budget {
  values: number
  aliases: number
  readonly depth: number
}

/** Types that are written as numbers. */
export const numeric: ReadonlySet<string> = new Set([
  'int',
  'int32',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'fileMode',
  'ports',
  'duration',
  'diskSize',
])
const truths: Readonly<Record<string, boolean>> = { y: true, yes: true, on: true, n: false, no: false, off: false }

/** Whether Talos reads a plain scalar there as the text that was written, even if it looks like a number. */
function wantsText(type: Type | undefined): boolean {
  return type?.form === 'enum' || (type?.form === 'scalar' && type.of !== 'bool' && !numeric.has(type.of))
}

/** What Talos makes of a scalar where it wants a value of the given type; `source` is how a plain one is written. */
export function scalarAs(value: unknown, source: string | undefined, type: Type | undefined): Value {
  if ((typeof value === 'number' || typeof value === 'boolean') && wantsText(type)) return source ?? String(value)
  if (typeof value === 'string') {
    const truth = type?.form === 'scalar' && type.of === 'bool' ? truths[value.toLowerCase()] : undefined
    return truth ?? value
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'bigint') return Number(value)
  throw new UserError('talos-yaml', `a value of type ${typeof value} cannot be part of a machine config`)
}

function keyText(key: unknown): string {
  if (!isScalar(key)) throw new UserError('talos-yaml', 'a key of a mapping must be plain text')
  return key.source ?? String(key.value)
}

/** What `<<` brings in; of several sources the first that has a key wins. */
function mergeKey(value: Value): (readonly [string, Value])[] {
  const sources = isList(value) ? value : [value]
  return sources.toReversed().flatMap((source) => (isMapping(source) ? Object.entries(source) : []))
}

interface Context {
  readonly document: YamlDocument
  readonly budget: Budget
}

function spend({ budget }: Context, depth: number): void {
  budget.values -= 1
  if (budget.values >= 0 && budget.aliases >= 0 && depth <= budget.depth) return
  throw new UserError('talos-yaml-size', 'the document grows too large or too deep once its aliases are expanded')
}

/** Turns YAML nodes into plain values, reading scalars the way Talos would for the given shape. */
export function plain(node: unknown, shape: Shape, context: Context, depth = 0): Value {
  spend(context, depth)
  if (isAlias(node)) {
    context.budget.aliases -= 1
    return plain(node.resolve(context.document), shape, context, depth + 1)
  }
  if (isSeq(node)) return node.items.map((item) => plain(item, inside(shape), context, depth + 1))
  if (isScalar(node)) return scalarAs(node.value, node.source, typeOf(shape))
  if (!isMap(node)) return null
  const merged: (readonly [string, Value])[] = []
  const own: (readonly [string, Value])[] = []
  for (const { key, value } of node.items) {
    const name = keyText(key)
    if (name === '<<') merged.push(...mergeKey(plain(value, shape, context, depth + 1)))
    else own.push([name, plain(value, inside(shape, name), context, depth + 1)])
  }
  return mapping([...merged, ...own])
}
