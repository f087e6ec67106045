import { isMap, LineCounter, parseAllDocuments, type ScalarTag, type Tags, type Document as YamlDocument } from 'yaml'
import { UserError } from '../../user-error.ts'
import { fieldsOf, kinds } from '../schema/lookup.ts'
import type { Shape } from '../schema/shape.ts'
import { plain } from './plain.ts'
import { type Document, isMapping, type Value } from './value.ts'

/** Bounds that a machine config never reaches and an attack always does. */
export const limits = { bytes: 16 * 1024 * 1024, documents: 1000, values: 500_000, aliases: 1000, depth: 100 } as const

/** `0644` means octal to Talos, as it did in YAML 1.1. */
export const octalForm = /^0[0-7]+$/

const legacyOctal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: octalForm,
  resolve: (text) => Number.parseInt(text, 8),
}

const withLegacyOctal = (tags: Tags): Tags => [legacyOctal, ...tags]

/** More brackets in a row than any config has depth; the parser would run out of stack. */
const manyBrackets = /(?:[[{]\s*){200}/

function countDocuments(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n---'); at !== -1 && count <= limits.documents; at = text.indexOf('\n---', at + 1))
    count += 1
  return count
}

function parse(text: string, lines: LineCounter): readonly YamlDocument[] {
  try {
    const documents = parseAllDocuments(text, { schema: 'core', customTags: withLegacyOctal, lineCounter: lines })
    return 'empty' in documents ? [] : documents
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new UserError('talos-yaml-size', 'the document is nested too deeply to be read', { cause })
  }
}

function check(document: YamlDocument): void {
  const [problem] = [...document.errors, ...document.warnings]
  if (problem === undefined) return
  const [place] = problem.linePos ?? []
  const where = place === undefined ? '' : ` at line ${place.line}, column ${place.col}`
  const [message = ''] = problem.message.split(' at line ')
  throw new UserError('talos-yaml', `this is not valid YAML${where}: ${message}`)
}

/** Reads every document of a text as plain values, within bounds, skipping empty ones. */
export function readValues(text: string): Value[] {
  if (text.length > limits.bytes) {
    throw new UserError('talos-yaml-size', `the text has ${text.length} characters, at most ${limits.bytes} are read`)
  }
  if (countDocuments(text) > limits.documents) {
    throw new UserError('talos-yaml-size', `the text has more than ${limits.documents} documents`)
  }
  if (manyBrackets.test(text)) throw new UserError('talos-yaml-size', 'the document is nested too deeply to be read')
  const budget = { values: limits.values, aliases: limits.aliases, depth: limits.depth }
  return parse(text, new LineCounter()).flatMap((document) => {
    check(document)
    const value = plain(document.contents, rootType(document), { document, budget })
    return value === null ? [] : [value]
  })
}

function rootType(document: YamlDocument): Shape {
  return isMap(document.contents) ? shapeOfKind(document.contents.get('kind')) : undefined
}

/** What is known of a document that has the given kind; without one it is that with `machine` and `cluster`. */
export function shapeOfKind(kind: unknown): Shape {
  return typeof kind === 'string' && kind !== '' ? kinds.get(kind)?.fields : fieldsOf('Config')
}

/** Reads the documents of a machine config or of a strategic merge patch. */
export function readDocuments(text: string): Document[] {
  return readValues(text).map((value, index) => {
    if (isMapping(value)) return value
    throw new UserError('talos-yaml-document', `document ${index + 1} is not a mapping`, {
      hint: 'each document of a machine config starts with `machine:`, `cluster:` or `apiVersion:`',
    })
  })
}
