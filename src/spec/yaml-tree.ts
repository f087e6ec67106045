import { type Alias, isAlias, isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Fault } from './fault.ts'
import { deepest, tooDeep } from './parse-yaml.ts'
import type { Path } from './problem.ts'
import { lineOf, type Span, type TextIndex } from './text-index.ts'
import type { Entry, Written } from './written.ts'
import { isInexact, isMergeKey, keyText, scalarValue } from './yaml-scalar.ts'

/** The most values a file may hold when every alias is written out. */
const mostValues = 250_000

/** The tree of a document and what is wrong with it; no tree when aliases make it too large or too deep. */
export interface YamlTree {
  readonly root?: Written
  readonly faults: readonly Fault[]
}

interface Anchor {
  value: Written | undefined
  /** Its value is still being read, so an alias to it would hold itself. */
  open: boolean
}

interface Building {
  readonly index: TextIndex
  readonly faults: Fault[]
  readonly keepsNull: (path: Path) => boolean
  /** What each anchor stands for at this point of the text. */
  readonly anchors: Map<string, Anchor>
  merged: number
  overgrown: boolean
}

/**
 * Builds the tree of a parsed document in the order of the text, so that an alias finds its anchor finished.
 * A list item that is `null` is a fault, except where it is kept.
 */
export function buildTree(contents: unknown, index: TextIndex, keepsNull: (path: Path) => boolean): YamlTree {
  const building: Building = { index, faults: [], keepsNull, anchors: new Map(), merged: 0, overgrown: false }
  const root = build(building, contents, [])
  return root && !building.overgrown ? { root, faults: building.faults } : { faults: building.faults }
}

function build(building: Building, node: unknown, path: Path): Written | undefined {
  if (isAlias(node)) return follow(building, node, path)
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return undefined
  const anchor: Anchor = { value: undefined, open: true }
  if (node.anchor) building.anchors.set(node.anchor, anchor)
  if (isScalar(node)) anchor.value = buildScalar(building, node, path)
  else anchor.value = isMap(node) ? buildMap(building, node, path) : buildList(building, node, path)
  anchor.open = false
  return anchor.value
}

function follow(building: Building, alias: Alias, path: Path): Written | undefined {
  const anchor = building.anchors.get(alias.source)
  if (anchor && !anchor.open) return anchor.value
  const fault = { code: 'yaml-alias', path, span: spanOf(building, alias) }
  if (anchor) building.faults.push({ ...fault, message: `*${alias.source} stands inside the value that it repeats` })
  else {
    const hint = 'put a text that starts with * in quotes'
    building.faults.push({ ...fault, message: `there is no anchor &${alias.source} above`, hint })
  }
  return undefined
}

function buildScalar(building: Building, node: Scalar, path: Path): Written {
  const span = spanOf(building, node)
  if (isInexact(node)) {
    const message = `the number ${node.source} is too large to be kept exactly`
    building.faults.push({ code: 'yaml-number', path, span, message, hint: 'put it in quotes if it is a name' })
  }
  return { kind: 'scalar', span, value: scalarValue(node), size: 1, height: 0 }
}

function buildList(building: Building, node: YAMLSeq, path: Path): Written {
  const items: Written[] = []
  const room = { size: 1, height: 1 }
  for (const [position, item] of node.items.entries()) {
    const at = [...path, items.length]
    const built = build(building, item, at)
    if (built?.kind === 'scalar' && built.value === null && !building.keepsNull(at)) {
      const fault = { code: 'empty-item', path: [...path, position], span: spanOf(building, item) }
      building.faults.push({ ...fault, message: 'empty list item', hint: 'remove the item' })
    } else if (built && fits(building, room, built, item)) items.push(built)
  }
  return { kind: 'list', span: spanOf(building, node), items, ...room }
}

function buildMap(building: Building, node: YAMLMap, path: Path): Written {
  const entries = new Map<string, Entry>()
  const merges: Merge[] = []
  const room = { size: 1, height: 1 }
  for (const pair of node.items) {
    const name = isAlias(pair.key) ? aliasedKey(building, pair.key, path) : keyText(pair.key)
    const at = name ? [...path, name] : path
    const value = build(building, pair.value, at)
    if (isMergeKey(pair.key)) {
      if (value) merges.push({ node: pair.value, value })
      continue
    }
    const fault = isAlias(pair.key) && name === undefined ? undefined : keyFault(building, pair, name, entries)
    if (fault) building.faults.push({ ...fault, path: at, on: 'key', span: spanOf(building, pair.key) })
    else if (name !== undefined && value && fits(building, room, value, pair.value)) {
      entries.set(name, { key: spanOf(building, pair.key), value })
    }
  }
  for (const merge of merges) mergeInto(building, { entries, room, path }, merge)
  return { kind: 'map', span: spanOf(building, node), entries, ...room }
}

/** The key that an alias stands for; when there is none, that is already reported. */
function aliasedKey(building: Building, alias: Alias, path: Path): string | undefined {
  const target = follow(building, alias, path)
  if (target?.kind === 'scalar') return String(target.value)
  if (target) building.faults.push({ ...notAName, path, on: 'key', span: spanOf(building, alias) })
  return undefined
}

const notAName = {
  code: 'yaml-key',
  message: 'a key must be a single word or text',
  hint: 'put a text that starts with { or [ in quotes',
}

/** What is wrong with a key itself; such an entry is left out of the map. */
function keyFault(
  building: Building,
  pair: Pair,
  name: string | undefined,
  entries: ReadonlyMap<string, Entry>,
): Pick<Fault, 'code' | 'message' | 'hint'> | undefined {
  if (name === undefined) return notAName
  if (name === '') return { code: 'yaml-key', message: 'the key is empty' }
  // No object of ours could hold it as a key without changing what the object is.
  if (name === '__proto__') return { code: 'unknown-key', message: 'unknown key "__proto__"' }
  const first = entries.get(name)
  if (first) {
    const hint = `it is already on line ${lineOf(building.index, first.key[0])}`
    return { code: 'duplicate-key', message: `the key "${name}" is here a second time`, hint }
  }
  if (pair.value !== null) return undefined
  const glued = /^([^:]+):(.+)$/s.exec(name)
  const hint = glued ? `write "${glued[1]}: ${glued[2]}"` : `write "${name}: null" to remove an inherited value`
  return { code: 'yaml-no-value', message: `the key "${name}" has no value`, hint }
}

interface Merge {
  readonly node: unknown
  readonly value: Written
}

interface Filling {
  readonly entries: Map<string, Entry>
  readonly room: Room
  readonly path: Path
}

/** Adds the keys of a merged map, or of each map of a merged list, that are not there yet. */
function mergeInto(building: Building, { entries, room, path }: Filling, { node, value }: Merge): void {
  const sources = value.kind === 'list' ? value.items : [value]
  for (const source of sources) {
    if (source.kind !== 'map') {
      const message = 'the merge key << takes a map or a list of maps'
      building.faults.push({ code: 'yaml-merge', path, span: spanOf(building, node), message })
      return
    }
    building.merged += source.entries.size
    if (building.merged > mostValues) {
      overgrow(building, tooLargeAt(spanOf(building, node)))
      return
    }
    for (const [name, entry] of source.entries) {
      if (!entries.has(name) && fits(building, room, entry.value, node)) entries.set(name, entry)
    }
  }
}

interface Room {
  size: number
  height: number
}

/** Counts a value into the map or list around it; one that makes it too large or too deep is reported and left out. */
function fits(building: Building, room: Room, value: Written, node: unknown): boolean {
  const tooLarge = room.size + value.size > mostValues
  if (tooLarge || value.height >= deepest) {
    overgrow(building, tooLarge ? tooLargeAt(spanOf(building, node)) : tooDeep(spanOf(building, node)))
    return false
  }
  room.size += value.size
  room.height = Math.max(room.height, value.height + 1)
  return true
}

/** Reports once that the tree is not worth keeping: everything around the place would be too large as well. */
function overgrow(building: Building, fault: Fault): void {
  if (!building.overgrown) building.faults.push(fault)
  building.overgrown = true
}

function tooLargeAt(span: Span): Fault {
  const message = `with its aliases written out the file holds more than ${mostValues.toLocaleString('en')} values`
  return { code: 'yaml-alias', span, message, hint: 'use fewer aliases' }
}

/** The text of a node without the blank lines that the parser counts to it. */
function spanOf({ index: { text } }: Building, node: unknown): Span {
  const range = isAlias(node) || isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined
  if (!range) return [0, 0]
  let end = range[1]
  while (end > range[0] && /\s/.test(text.charAt(end - 1))) end--
  return [range[0], end]
}
