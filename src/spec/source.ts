import { checkText } from './check-text.ts'
import { type Fault, toProblem } from './fault.ts'
import { parseYaml } from './parse-yaml.ts'
import type { Path, Problem } from './problem.ts'
import { isFreeForm } from './schema/keys.ts'
import { indexText, type TextIndex } from './text-index.ts'
import type { Written } from './written.ts'
import { buildTree } from './yaml-tree.ts'
import { type PlainValue, plainValue } from './yaml-value.ts'

/** A cluster file that was read: its plain value, and where each part of it is written. */
export interface Source {
  readonly file: string
  /** The text that positions refer to; empty when the file is too large to be kept. */
  readonly text: string
  /** The value without the keys whose null takes something away; `undefined` when the text is empty or cannot be trusted. */
  readonly value: unknown
  /** The keys that are null, outside of values in other formats: each removes an inherited value. */
  readonly removed: readonly Path[]
  readonly problems: readonly Problem[]
  readonly index: TextIndex
  readonly root: Written | undefined
}

/** Reads the text of a cluster file; whatever the text is, the answer is a value or problems, never an exception. */
export function readSource(text: string, file: string): Source {
  const plainText = text.startsWith('\ufeff') ? text.slice(1) : text
  const unfit = checkText(plainText)
  const kept = unfit?.code === 'file-too-large' ? '' : plainText
  const index = indexText(kept)
  const { faults, root, plain } = unfit ? nothing([unfit]) : readYaml(index)
  const problems = faults.map((fault) => toProblem(index, file, fault))
  return { file, text: kept, value: plain?.value, removed: plain?.removed ?? [], problems, index, root }
}

interface Reading {
  readonly faults: readonly Fault[]
  readonly root: Written | undefined
  readonly plain: PlainValue | undefined
}

function readYaml(index: TextIndex): Reading {
  const parsed = parseYaml(index.text)
  if (parsed.broken) return nothing(parsed.faults)
  const tree = buildTree(parsed.document.contents, index, isFreeForm)
  const faults = [...parsed.faults, ...tree.faults]
  const plain = tree.root && plainValue(tree.root, isBareHost)
  const empty = plain?.value === undefined && faults.length === 0
  return { faults: empty ? [emptyFile] : faults, root: tree.root, plain }
}

/** A host of which nothing is declared is still a host. */
function isBareHost(path: Path): boolean {
  return path.length === 3 && path[0] === 'proxmox' && path[1] === 'hosts'
}

function nothing(faults: readonly Fault[]): Reading {
  return { faults, root: undefined, plain: undefined }
}

const emptyFile: Fault = {
  code: 'empty-file',
  span: [0, 0],
  message: 'the file describes no cluster: it is empty',
  hint: 'talmox init writes one to start from',
}
