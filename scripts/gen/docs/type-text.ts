import { isNode, type Node } from '../../../src/spec/json-schema/written-out.ts'
import { anchor, asYaml, code, either } from './markdown.ts'

/** The type of a key for a reader, with links to parts and kinds of values. */
export function typeText(node: Node): string {
  if (node.$ref !== undefined) return partLink(node.$ref)
  if (node.title !== undefined) return `[${node.title}](#${valueAnchor(node.title)})`
  if (node.const !== undefined) return code(asYaml(node.const))
  if (node.enum !== undefined) return either(node.enum.map((value) => code(asYaml(value))))
  if (node.anyOf !== undefined) return anyText(node.anyOf)
  if (Array.isArray(node.type)) return either(node.type.map((type) => typeText({ type })))
  switch (node.type) {
    case 'array':
      return listText(node)
    case 'object':
      return mapText(node)
    case 'boolean':
      return '`true` or `false`'
    case 'integer':
      return `whole number${rangeText(node)}`
    case 'number':
      return `number${rangeText(node)}`
    case 'string':
      return node.maxLength === undefined ? 'text' : `text, at most ${node.maxLength} characters`
    default:
      return 'anything'
  }
}

/** The anchor of a kind of value. */
export function valueAnchor(title: string): string {
  return `value-${anchor(title)}`
}

function partLink(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return `[${name}](#${anchor(name)})`
}

function anyText(options: readonly Node[]): string {
  const [one, many] = options
  const isItem = (items: unknown) => isNode(items) && one !== undefined && typeText(items) === typeText(one)
  if (options.length === 2 && one !== undefined && isItem(many?.items)) return `${typeText(one)}, or a list of them`
  return either([
    ...new Set(
      options.flatMap((option) => (option.title === undefined ? (option.anyOf ?? [option]) : [option])).map(typeText),
    ),
  ])
}

function listText({ items, minItems, maxItems }: Node): string {
  const inner = isNode(items) ? typeText(items) : 'anything'
  const size = sizeText(minItems, maxItems)
  return `list of ${inner}${size}`
}

function sizeText(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return least === undefined ? '' : ' (not empty)'
  return least === undefined ? ` (at most ${most})` : ` (${least}–${most} items)`
}

function mapText({ properties, additionalProperties, propertyNames }: Node): string {
  if (properties !== undefined) return 'keys below'
  const value = isNode(additionalProperties) ? typeText(additionalProperties) : 'anything'
  const named = isNode(propertyNames) && propertyNames.title !== undefined ? typeText(propertyNames) : 'text'
  return `map from ${named} to ${value}`
}

function rangeText({ minimum, maximum }: Node): string {
  if (minimum === undefined) return maximum === undefined ? '' : `, at most ${maximum}`
  return maximum === undefined ? `, at least ${minimum}` : ` ${minimum}–${maximum}`
}
