import { parse } from 'yaml'
import { type Json, parseJson } from '../json.ts'
import type { Type } from '../schema/type.ts'
import { badRequest, Refusal } from '../status.ts'
import { PROTOBUF, readProtobuf } from './protobuf.ts'
import type { ApiRequest } from './request.ts'

/** How an object is to be answered. */
export type Shape = 'plain' | 'table' | 'partial'

/** The shape that a client prefers among those that can be served. */
export function shapeFor(accept: string): Shape {
  const wishes = accept.split(',').map((wish) => wish.trim().split(';'))
  for (const [type = '', ...parameters] of wishes) {
    const isJson = ['application/json', '*/*', 'application/*', ''].includes(type.trim())
    if (!isJson) continue
    const as = parameters
      .map((each) => each.trim())
      .find((each) => each.startsWith('as='))
      ?.slice('as='.length)
    if (as === 'Table') return 'table'
    if (as?.startsWith('PartialObjectMetadata')) return 'partial'
    if (as === undefined) return 'plain'
  }
  throw new Refusal(406, 'NotAcceptable', 'only the following media types are accepted: application/json')
}

const READABLE =
  /^application\/(json|yaml|x-yaml|apply-patch\+yaml|(json-patch|merge-patch|strategic-merge-patch)\+json|vnd\.kubernetes\.protobuf)$/

/** The content of a request. */
export function readBody(
  { body, contentType }: Pick<ApiRequest, 'body' | 'contentType'>,
  typeNamed: (name: string) => Type,
): Json {
  const type = contentType.split(';')[0]?.trim() ?? ''
  if (type !== '' && !READABLE.test(type))
    throw new Refusal(
      415,
      'UnsupportedMediaType',
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    )
  if (type === PROTOBUF) return body.length === 0 ? null : readProtobuf(body, typeNamed)
  const text = body.toString('utf8')
  if (text.trim() === '') return null
  try {
    return type.endsWith('yaml') ? plainYaml(text) : parseJson(text)
  } catch (error) {
    throw badRequest(`error decoding the body: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function plainYaml(text: string): Json {
  const value: unknown = parse(text, { maxAliasCount: 100 })
  // Through JSON, so that nothing but JSON comes in.
  return parseJson(JSON.stringify(value ?? null))
}
