import type { Api } from '../api.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { KubeObject } from '../object.ts'
import { jsonPatch } from '../patch/json-patch.ts'
import { mergePatch } from '../patch/merge-patch.ts'
import { strategicMerge } from '../patch/strategic-merge.ts'
import { badRequest, Refusal } from '../status.ts'
import { decode } from './decode.ts'
import type { Target } from './request.ts'
import { keepChanged, requireObject, type Update } from './update.ts'

/** The ways to patch besides applying. */
export type PatchKind = 'json' | 'merge' | 'strategic'

/** Patches an object, or one of its parts. */
export function patchObject(api: Api, target: Target, kind: PatchKind, patch: Json, update: Update): KubeObject {
  const live = requireObject(api, target)
  if (kind === 'strategic' && target.resource.custom !== undefined)
    throw new Refusal(
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    )
  const patched = decode(patchedValue(live, target, kind, patch), target.resource, update)
  return keepChanged(api, target, live, patched, update)
}

function patchedValue(live: KubeObject, target: Target, kind: PatchKind, patch: Json): JsonObject {
  const result =
    kind === 'json'
      ? jsonPatch(live, patch)
      : kind === 'merge'
        ? mergePatch(live, patch)
        : strategicMerge(live, patch, target.resource.type)
  if (!isObject(result)) throw badRequest('the patch leaves no object')
  return result
}
