import { isObject, type Json, type JsonObject, textAt } from '../json.ts'
import { groupVersion, type Resource } from '../resources/resource.ts'
import { misfitsOf, pruned } from '../schema/check.ts'
import { badRequest } from '../status.ts'
import type { WriteOptions } from './request.ts'

/** Reads a sent object: of the right kind, with values of the right types, and without fields that are not declared. */
export function decode(body: Json, resource: Resource, options: WriteOptions): JsonObject {
  const object = ofKind(body, resource)
  const { unknown, wrong } = misfitsOf(object, resource.type)
  const kind = `${resource.kind} in version "${resource.version}" cannot be handled as a ${resource.kind}`
  const [first] = wrong
  if (first !== undefined && resource.custom === undefined) {
    const owner = first.owner.slice(first.owner.lastIndexOf('.') + 1)
    throw badRequest(
      `${kind}: json: cannot unmarshal ${first.got} into Go struct field ${owner}.${first.path} of type ${first.expected}`,
    )
  }
  if (unknown.length > 0) {
    const faults = unknown.map((path) => `unknown field "${path}"`)
    if (options.validation === 'Strict') throw badRequest(`${kind}: strict decoding error: ${faults.join(', ')}`)
    if (options.validation !== 'Ignore') for (const fault of faults) options.warn?.(fault)
  }
  const result = unknown.length === 0 ? object : pruned(object, resource.type)
  return isObject(result) ? result : object
}

function ofKind(body: Json, resource: Resource): JsonObject {
  if (!isObject(body))
    throw badRequest(
      `the object provided is unrecognized (must be of type ${resource.kind}): couldn't get version/kind`,
    )
  const expected = groupVersion(resource)
  const apiVersion = textAt(body, 'apiVersion') || expected
  const kind = textAt(body, 'kind') || resource.kind
  if (apiVersion !== expected)
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    )
  if (kind !== resource.kind)
    throw badRequest(
      `${kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: no kind "${kind}" is registered`,
    )
  return { ...body, apiVersion, kind }
}
