import { checkText } from './check-text.ts'
import type { Fault } from './fault.ts'
import { parseDocuments } from './parse-yaml.ts'
import { indexText, type TextIndex } from './text-index.ts'
import type { Written } from './written.ts'
import { buildTree } from './yaml-tree.ts'

/** One document of a file that the cluster file names: its plain value, and where each part of it is written. */
export interface YamlDocument {
  readonly value: unknown
  readonly root: Written
}

/** Such a file: its documents but the empty ones, and what is wrong with it. */
export interface YamlText {
  readonly index: TextIndex
  readonly documents: readonly YamlDocument[]
  readonly faults: readonly Fault[]
}

/** Reads a text of any number of YAML documents, within the bounds of the cluster file itself. */
export function readDocuments(text: string): YamlText {
  const plainText = text.startsWith('\ufeff') ? text.slice(1) : text
  const index = indexText(plainText)
  const unfit = checkText(plainText)
  if (unfit) return { index, documents: [], faults: [unfit] }
  const parsed = parseDocuments(plainText)
  if (parsed.faults.some(({ severity }) => severity !== 'warning'))
    return { index, documents: [], faults: parsed.faults }
  const trees = parsed.documents.map((document) => buildTree(document.contents, index, () => true))
  return {
    index,
    documents: trees.flatMap(({ root }) => {
      const value = root === undefined ? null : toPlain(root)
      return root === undefined || value === null ? [] : [{ value, root }]
    }),
    faults: [...parsed.faults, ...trees.flatMap(({ faults }) => faults)],
  }
}

/** The plain value, nulls included: they mean something to whom the document is for. */
function toPlain(written: Written): unknown {
  if (written.kind === 'scalar') return written.value
  if (written.kind === 'list') return written.items.map(toPlain)
  return Object.fromEntries([...written.entries].map(([name, { value }]) => [name, toPlain(value)]))
}
