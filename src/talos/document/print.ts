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

function listItem(item: Value, column: number, shape: Shape): string {
  const body = isBlock(item) ? block(item, column + 2, shape).trimStart() : inline(item, column + 2, shape)
  return `${' '.repeat(column)}- ${body}`
}

function entry(key: string, item: Value, column: number, shape: Shape): string {
  const head = `${' '.repeat(column)}${scalarText(key)}:`
  const below = deeper(column)
  return isBlock(item) ? `${head}\n${block(item, below, shape)}` : `${head} ${inline(item, below, shape)}`
}

function block(value: Mapping | readonly Value[], column: number, shape: Shape): string {
  const lines = isList(value)
    ? value.map((item) => listItem(item, column, inside(shape)))
    : Object.entries(value).map(([key, item]) => entry(key, item, column, inside(shape, key)))
  return lines.join('\n')
}

/** Writes documents the way Talos does: four spaces, its key order, `---` between documents. */
export function printDocuments(documents: readonly Document[]): string {
  return documents.map((document) => `${block(canonical(document), 0, fieldsOfDocument(document))}\n`).join('---\n')
}
