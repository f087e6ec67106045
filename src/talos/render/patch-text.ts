import path from 'node:path'
import type { Patch } from '../../resolve/desired.ts'
import type { Loaded } from '../../spec/load.ts'
import { placeOfPath, type Target } from '../../spec/locate.ts'
import type { Path, Place } from '../../spec/problem.ts'
import { type TextIndex, withoutLine } from '../../spec/text-index.ts'
import { childOf, type Written } from '../../spec/written.ts'
import { readDocuments } from '../../spec/yaml-documents.ts'

/** A patch as it is written, in a file of its own or in the cluster file. */
export interface PatchText {
  /** How people call it: the file, or the place in the cluster file. */
  readonly label: string
  /** The place in the cluster file that names or holds it. */
  readonly path: Path
  readonly index: TextIndex
  readonly documents: readonly Written[]
  /** Where a part of one of its documents is written. */
  readonly where: (document: number, inner: Path, on?: Target) => Place
}

/** Reads patches where they are written; a file is read once, however many machines it is for. */
export function patchReader({ source, files }: Pick<Loaded, 'source' | 'files'>): (patch: Patch) => PatchText {
  const folder = path.dirname(source.file)
  const read = new Map<string, Omit<PatchText, 'path'>>()
  return ({ path: named, file }) => {
    if (file === undefined) return inline(source, named)
    const known = read.get(file) ?? fromFile(file, folder, files)
    read.set(file, known)
    return { ...known, path: named }
  }
}

function fromFile(file: string, folder: string, files: Loaded['files']): Omit<PatchText, 'path'> {
  const content = files.get(file)
  const { index, documents } = readDocuments(content !== undefined && 'text' in content ? content.text : '')
  const roots = documents.map(({ root }) => root)
  const shown = path.isAbsolute(file) ? file : path.join(folder, file)
  const foreign = content !== undefined && 'text' in content && content.foreign === true
  return {
    label: shown,
    index,
    documents: roots,
    where: (document, inner, on = 'value') => {
      const place = placeOfPath({ file: shown, index, root: roots[document] }, inner, on)
      // Nothing is quoted from a file that is not the cluster file's own.
      return foreign ? withoutLine(place) : place
    },
  }
}

function inline({ file, index, root }: Loaded['source'], named: Path): PatchText {
  const found = named.reduce<Written | undefined>((at, part) => at && childOf(at, part)?.value, root)
  const where: PatchText['where'] = (_, inner, on = 'value') =>
    placeOfPath({ file, index, root }, [...named, ...inner], on)
  return {
    label: `${file}:${where(0, []).line}`,
    path: named,
    index,
    documents: found === undefined ? [] : [found],
    where,
  }
}
