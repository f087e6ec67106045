import path from 'node:path'
import { UserError } from '../user-error.ts'
import { checkShape } from './check-shape.ts'
import { largestFile } from './check-text.ts'
import { type Files, readFailure, readFiles, readStart } from './files.ts'
import { markForeign } from './foreign-files.ts'
import type { Path, Problem } from './problem.ts'
import { referencesOf } from './references.ts'
import type { Spec } from './schema/cluster.ts'
import { readSource, type Source } from './source.ts'

/** A cluster file that was read: what it says, what is wrong with it, and the files it names. */
export interface Loaded {
  readonly source: Source
  readonly spec: Spec | undefined
  readonly problems: readonly Problem[]
  /** Parts that are wrong and were taken out of `spec`. */
  readonly dropped: readonly Path[]
  readonly files: Files
}

/** Where relative names start: the folder of the process when nothing is said. */
export interface Folder {
  readonly cwd?: string
}

/** Reads a cluster file and the files it names. Problems with its content are values; only an unreadable file throws. */
export async function loadSpec(file: string, { cwd = '' }: Folder = {}): Promise<Loaded> {
  return loadText(await readText(file, cwd), file, { cwd })
}

/** As {@link loadSpec}, for text that is already there; `file` is used for messages and relative names. */
export async function loadText(text: string, file: string, { cwd = '' }: Folder = {}): Promise<Loaded> {
  const source = readSource(text, file)
  if (source.value === undefined)
    return { source, spec: undefined, problems: source.problems, dropped: [], files: new Map() }
  const { spec, problems, dropped } = checkShape(source.value, source.removed)
  const names = spec === undefined ? [] : referencesOf(spec).map((reference) => reference.file)
  const folder = path.dirname(file)
  const files = await markForeign(path.resolve(cwd, folder), await readFiles(cwd, folder, names))
  return { source, spec, problems: [...source.problems, ...problems], dropped, files }
}

async function readText(file: string, cwd: string): Promise<string> {
  try {
    // One byte more than allowed is enough to tell that there is too much, also of a pipe that never ends.
    return (await readStart(path.resolve(cwd, file), largestFile + 1)).toString('utf8')
  } catch (error) {
    throw new UserError('spec-unreadable', `${file}: ${readFailure(error)}`, {
      hint: 'name the cluster file with -f, or write one with talmox init',
      cause: error,
    })
  }
}
