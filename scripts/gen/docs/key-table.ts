import { isNode, type Node } from '../../../src/spec/json-schema/written-out.ts'
import { asYaml, cell, code, table } from './markdown.ts'
import { typeText } from './type-text.ts'

/** One key of the cluster file, with the keys of plain maps below it written with dots. */
export interface Key {
  readonly path: readonly string[]
  readonly node: Node
  readonly required: boolean
}

/** The keys of a map, each followed by the keys of the maps in it; `without` leaves some out. */
export function keysOf(node: Node, without: ReadonlySet<string> = new Set(), above: readonly string[] = []): Key[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    if (!isNode(inner) || without.has(name)) return []
    const path = [...above, name]
    const key = { path, node: inner, required: node.required?.includes(name) === true }
    return [key, ...keysBelow(inner, path)]
  })
}

/** The keys of whatever maps a value may be or hold; parts and maps with free keys are described elsewhere. */
function keysBelow(node: Node, path: readonly string[]): Key[] {
  const item = isNode(node.items) ? keysBelow(node.items, [...path.slice(0, -1), `${path.at(-1)}[]`]) : []
  return [...keysOf(node, new Set(), path), ...item, ...(node.anyOf ?? []).flatMap((one) => keysBelow(one, path))]
}

/** A table of keys; `prefix` makes their anchors unique in the document. */
export function keyTable(keys: readonly Key[], prefix: string): string {
  return table(
    ['Key', 'Type', 'Default', 'What it is'],
    keys.map((key) => [keyCell(key, prefix), typeText(key.node), defaultText(key), aboutText(key.node)]),
  )
}

function keyCell({ path }: Key, prefix: string): string {
  return `<a id="${[prefix, ...path].join('.').toLowerCase()}"></a>${code(path.join('.'))}`
}

function defaultText({ node, required }: Key): string {
  if (required) return '**required**'
  if (node.default !== undefined) return code(asYaml(node.default))
  return typeof node.derived === 'string' ? cell(node.derived) : ''
}

function aboutText({ description, examples }: Node): string {
  const [example] = examples ?? []
  const shown = example === undefined ? '' : ` Example: ${code(asYaml(example))}`
  return `${cell(description ?? '')}${shown}`
}
