import { parseAllDocuments } from 'yaml'
import type { Files } from '../spec/files.ts'
import type { Path } from '../spec/problem.ts'
import type { Patch } from './desired.ts'

/** A patch file that is not YAML is a problem for the rules; here it has no documents. */
export function readPatch(patch: string | Record<string, unknown>, path: Path, files: Files): Patch {
  if (typeof patch !== 'string') return { path, documents: [patch] }
  const content = files.get(patch)
  return {
    path,
    file: patch,
    documents: content !== undefined && 'text' in content ? parsePatch(content.text).documents : [],
  }
}

/** A fault in a patch file, with its place. */
export interface PatchFault {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** The YAML documents of a patch file, or what is wrong with it. */
export function parsePatch(text: string): { documents: unknown[]; faults: PatchFault[] } {
  const parsed = parseAllDocuments(text, { prettyErrors: true, maxAliasCount: 100 } as object)
  const list = Array.isArray(parsed) ? parsed : []
  const faults = list.flatMap((document) =>
    document.errors.map((error) => ({
      message: error.message.split('\n')[0] ?? error.message,
      line: error.linePos?.[0].line ?? 1,
      column: error.linePos?.[0].col ?? 1,
    })),
  )
  if (faults.length > 0) return { documents: [], faults }
  return {
    documents: list
      .map((document) => document.toJS({ maxAliasCount: 100 }) as unknown)
      .filter((value) => value !== null),
    faults: [],
  }
}
