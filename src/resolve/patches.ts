import type { Files } from '../spec/files.ts'
import type { Path } from '../spec/problem.ts'
import { patchesIn } from '../spec/references.ts'
import type { Spec } from '../spec/schema/cluster.ts'
import { readDocuments, type YamlText } from '../spec/yaml-documents.ts'
import type { Patch } from './desired.ts'

/** The patch files that could be read, by the name the cluster file uses. */
export type PatchFiles = ReadonlyMap<string, YamlText>

/** Reads every patch file once, however many machines it is for. */
export function readPatchFiles(spec: Spec, files: Files): PatchFiles {
  const names = new Set(patchesIn(spec).flatMap(({ patch }) => (typeof patch === 'string' ? [patch] : [])))
  return new Map(
    [...names].flatMap((name) => {
      const content = files.get(name)
      return content !== undefined && 'text' in content ? [[name, readDocuments(content.text)] as const] : []
    }),
  )
}

/** A patch file that is missing or not YAML is a problem for the rules; here it has no documents. */
export function readPatch(patch: string | Record<string, unknown>, path: Path, patchFiles: PatchFiles): Patch {
  if (typeof patch !== 'string') return { path, documents: [patch] }
  const documents = patchFiles.get(patch)?.documents ?? []
  return { path, file: patch, documents: documents.map(({ value }) => value) }
}
