import { UserError } from '../../user-error.ts'
import { readValues } from '../document/read.ts'
import { type Document, isList, isMapping, type Value } from '../document/value.ts'
import { applyJson, type JsonPatch, jsonPatch } from './json6902.ts'
import { applyStrategic, type StrategicPatch, strategicPatch } from './strategic.ts'

/** A patch to a machine config: documents to merge, or a list of operations. */
export type Patch = StrategicPatch | JsonPatch

const empty = (): never => {
  throw new UserError('talos-patch', 'the patch is empty')
}

/** Makes a patch from what was read: a list of operations is a JSON patch, anything else documents to merge. */
export function patchOf(values: readonly Value[]): Patch {
  const [first] = values
  if (isList(first) && values.length === 1) return jsonPatch(first)
  const documents = values.map((value) => {
    if (isMapping(value)) return value
    throw new UserError('talos-patch', 'a patch is a list of JSON patch operations or documents to merge')
  })
  const isEmpty = documents.length > 0 && documents.every((document) => Object.keys(document).length === 0)
  return isEmpty ? empty() : strategicPatch(documents)
}

/** Reads a patch as a person wrote it, in YAML or JSON. */
export const readPatch = (text: string): Patch => patchOf(readValues(text))

/** Applies one patch. */
export const applyPatch = (documents: readonly Document[], patch: Patch): Document[] =>
  patch.form === 'strategic' ? applyStrategic(documents, patch) : applyJson(documents, patch)

/** Applies patches in order. */
export const applyPatches = (documents: readonly Document[], patches: readonly Patch[]): readonly Document[] =>
  patches.reduce<readonly Document[]>(applyPatch, documents)
