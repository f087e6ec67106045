import type { Path } from '../../spec/problem.ts'
import { inside, type Shape, typeOf } from '../schema/shape.ts'
import { canonical } from './canonical.ts'
import { fieldsOfDocument } from './identity.ts'
import { scalarText } from './scalar-text.ts'
import { type Document, isList, isMapping, type Mapping, type Value } from './value.ts'

const width = 4

/** Nested blocks start at the next multiple of four, also inside a list item. */
const deeper = (column: number): number => width * (Math.floor(column / width) + 1)

/** Whether a value takes lines of its own; empty ones stay on the line of their key. */
const isBlock = (value: Value): value is Mapping | readonly Value[] =>
  isList(value) ? value.length > 0 : isMapping(value) && Object.keys(value).length > 0

function literal(text: string, column: number): string {
  const body = text.replace(/\n+$/, '')
  const tail = text.slice(body.length)
  const mark = tail === '' ? '-' : tail === '\n' ? '' : '+'
  const pad = ' '.repeat(column)
  const lines = (tail.length > 1 ? text.slice(0, -1) : body).split('\n')
  return `|${mark}\n${lines.map((line) => (line === '' ? '' : pad + line)).join('\n')}`
}

/** Text with lines is shown as lines, unless it starts with space or a line holds what a block cannot show. */
const isLiteral = (text: string): boolean =>
  text.includes('\n') && !/[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]|[ \t]\n|^\s/u.test(text)

function inline(value: Value, column: number, shape: Shape): string {
  if (isList(value)) return '[]'
  if (isMapping(value)) return '{}'
  if (typeof value === 'string' && isLiteral(value)) return literal(value, column)
  const type = typeOf(shape)
  const octal = type?.form === 'scalar' && type.of === 'fileMode' && typeof value === 'number'
  return octal ? `0o${value.toString(8)}` : scalarText(value)
}

/** What is said beside a value, by its place. */
export type Note = (path: Path) => string | undefined

/** A value on the line of its key or dash, and what is said of it at the end of that line. */
function line(value: Value, column: number, shape: Shape, said: string | undefined): string {
  const text = inline(value, column, shape)
  if (said === undefined) return text
  const [first = '', ...rest] = text.split('\n')
  return [`${first} # ${said}`, ...rest].join('\n')
}

interface Place {
  readonly column: number
  readonly shape: Shape
  readonly path: Path
  readonly note: Note
}

function listItem(item: Value, { column, shape, path, note }: Place): string {
  const inner = { column: column + 2, shape, path, note }
  const body = isBlock(item) ? block(item, inner).trimStart() : line(item, column + 2, shape, note(path))
  return `${' '.repeat(column)}- ${body}`
}

function entry(key: string, item: Value, { column, shape, path, note }: Place): string {
  const head = `${' '.repeat(column)}${scalarText(key)}:`
  const below = deeper(column)
  if (isBlock(item)) return `${head}\n${block(item, { column: below, shape, path, note })}`
  return `${head} ${line(item, below, shape, note(path))}`
}

function block(value: Mapping | readonly Value[], { column, shape, path, note }: Place): string {
  const lines = isList(value)
    ? value.map((item, index) => listItem(item, { column, shape: inside(shape), path: [...path, index], note }))
    : Object.entries(value).map(([key, item]) =>
        entry(key, item, { column, shape: inside(shape, key), path: [...path, key], note }),
      )
  return lines.join('\n')
}

const silent: Note = () => undefined

/** Writes documents the way Talos does: four spaces, its key order, `---` between documents; notes become comments. */
export function printDocuments(
  documents: readonly Document[],
  noteFor: (document: Document) => Note = () => silent,
): string {
  const print = (document: Document) =>
    block(canonical(document), { column: 0, shape: fieldsOfDocument(document), path: [], note: noteFor(document) })
  return documents.map((document) => `${print(document)}\n`).join('---\n')
}

/** Writes any value the way Talos writes the specs of its resources. */
export const printValue = (value: Value): string =>
  isBlock(value)
    ? `${block(value, { column: 0, shape: undefined, path: [], note: silent })}\n`
    : `${inline(value, 4, undefined)}\n`
