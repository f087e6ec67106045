import type { Machine } from '../../resolve/desired.ts'
import type { Path, Problem } from '../../spec/problem.ts'
import { printDocuments } from '../document/print.ts'
import { type Document, isList, isMapping, type Value } from '../document/value.ts'

/** Talos takes messages of 32 MiB; a little is left for what goes around the config. */
const mostBytes = 32 * 1024 * 1024 - 4096

/** Says that a config is too large to be sent, if it is. */
export function tooLarge(documents: readonly Document[], { name }: Machine, path: Path, most = mostBytes): Problem[] {
  // Nearly every config is far from it, and writing one takes longer than all other checks of it.
  if (printedAtMost(documents) <= most) return []
  const bytes = Buffer.byteLength(printDocuments(documents))
  if (bytes <= most) return []
  const message = `the machine config of ${name} has ${bytes} bytes, and Talos takes ${most}`
  const hint = 'fetch large manifests by url instead of sending them inline'
  return [{ code: 'machine-config-size', severity: 'error', path, message, hint }]
}

const longestEscape = 6
const indent = 4
/** What stands around a value or key: dash, colon, quotes, the end of the line, and what a short text is spelt out to. */
const around = 64

/** More bytes than documents have when they are printed: as if each character were escaped and on a line of its own. */
export const printedAtMost = (documents: readonly Document[]): number =>
  documents.reduce((sum, document) => sum + around + valueAtMost(document, indent), 0)

function valueAtMost(value: Value, column: number): number {
  if (typeof value === 'string') return textAtMost(value, column)
  const inner = column + indent
  if (isList(value)) return value.reduce<number>((sum, item) => sum + valueAtMost(item, inner), around + column)
  if (!isMapping(value)) return around + column
  const entries = Object.entries(value)
  return entries.reduce((sum, [key, item]) => sum + textAtMost(key, column) + valueAtMost(item, inner), around + column)
}

const textAtMost = (text: string, column: number): number => around + (text.length + 1) * (column + longestEscape)
