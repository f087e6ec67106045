import type { IncomingMessage } from 'node:http'
import type { Verb } from '../../../src/proxmox/tables/types.ts'
import type { ParameterValue } from '../../../src/proxmox/validate-parameters.ts'
import { type Authentication, authenticate, type Proof, UPLOAD_PATH, unescapeUri } from '../auth/authenticate.ts'
import { checkPermission } from '../auth/check-permission.ts'
import type { ApiRequest } from '../dispatch.ts'
import { Failure } from '../failure.ts'
import type { Simulator } from '../simulator.ts'
import { type Format, type HttpAnswer, plainError } from './answer.ts'
import { decodeForm } from './form.ts'
import { readMultipart } from './multipart.ts'
import { JsonFault, parseJson } from './perl-json.ts'

const VERBS: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE']
const LONGEST_BODY = 512 * 1024
const UNAUTHORISED_DELAY = 3000

/** A request that can be carried out, an answer that is already clear, or silence until the client gives up. */
export type Reading =
  | { readonly request: ApiRequest; readonly format: Format }
  | { readonly answer: HttpAnswer }
  | 'silence'

/** Reads a request as the genuine server does: line and headers, who asks, then the body. */
export function readRequest(sim: Simulator, entry: string, incoming: IncomingMessage): Reading | Promise<Reading> {
  const verb = VERBS.find((each) => each === incoming.method)
  if (verb === undefined) return { answer: { status: 501, reason: `method '${incoming.method}' not available` } }
  if (hasLargeHead(incoming)) return 'silence'
  const encoding = incoming.headers['transfer-encoding']
  if (encoding !== undefined) return refuse(501, transferRefusal(encoding))
  const { rawPath, query } = splitUrl(incoming.url ?? '')
  const path = unescapeUri(rawPath)
  if (!path.startsWith('/api2')) return refuse(500, `no such file '${path}'\n`)
  const target = splitPath(path)
  if (target === undefined) return refuse(501, 'no such uri')
  const who = authenticate(sim.world, sim.clock, proofOf(incoming, verb, target.path))
  if ('refusal' in who) return unauthorised(401, who.refusal)
  const upload = verb === 'POST' ? UPLOAD_PATH.exec(target.path) : null
  if (upload !== null) {
    const denied = mayUpload(sim, who, upload[2] ?? '')
    if (denied !== undefined) return denied
  }
  const { path: below, formatName } = target
  return readBody(incoming, { entry, verb, path: below, formatName, query, who, isUpload: upload !== null })
}

interface Head {
  readonly entry: string
  readonly verb: Verb
  readonly path: string
  readonly formatName: string
  readonly query: string
  readonly who: Extract<Authentication, { readonly caller: unknown }>
  readonly isUpload: boolean
}

function refuse(status: number, text: string): Reading {
  return { answer: plainError(status, text) }
}

function unauthorised(status: number, reason: string): Reading {
  return { answer: { status, reason, delay: UNAUTHORISED_DELAY } }
}

/** The genuine server reads 64 header lines and 8 KiB of them, and says nothing to whoever sends more. */
function hasLargeHead({ rawHeaders }: IncomingMessage): boolean {
  const lines = rawHeaders.length / 2 + 1
  let bytes = rawHeaders.length
  for (const part of rawHeaders) bytes += part.length
  return lines >= 64 || bytes >= 8 * 1024
}

function transferRefusal(encoding: string): string {
  if (encoding.toLowerCase() === 'chunked') return 'chunked transfer encoding not supported'
  return `Unknown transfer encoding '${encoding}'`
}

/** What stands before and after the first question mark; a second one ends the query. */
function splitUrl(url: string): { readonly rawPath: string; readonly query: string } {
  if (!url.includes('?')) return { rawPath: url, query: '' }
  const [rawPath = '', query = ''] = url.split('?')
  return { rawPath, query }
}

/** The format and the path below it; undefined when there is no format. */
function splitPath(path: string): { readonly formatName: string; readonly path: string } | undefined {
  const [, formatName, below = '/'] = /^\/api2\/+([a-z][a-z0-9]+)(\/.*)?$/.exec(path) ?? []
  return formatName === undefined ? undefined : { formatName, path: below }
}

function proofOf({ headers }: IncomingMessage, verb: Verb, path: string): Proof {
  const csrf = headers.csrfpreventiontoken
  return {
    verb,
    path,
    cookie: headers.cookie,
    authorization: headers.authorization,
    csrfToken: typeof csrf === 'string' ? csrf : undefined,
  }
}

function mayUpload(sim: Simulator, who: Head['who'], storage: string): Reading | undefined {
  try {
    checkPermission(sim.world, ['perm', `/storage/${storage}`, ['Datastore.AllocateTemplate']], who.caller, {})
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return unauthorised(error.status, error.message.replace(/\n$/, ''))
  }
}

function readBody(incoming: IncomingMessage, head: Head): Reading | Promise<Reading> {
  const length = Number(incoming.headers['content-length'] ?? 0)
  if (takesNoBody(head)) {
    if (length > 0) return refuse(501, `Unexpected content for method '${head.verb}'`)
    incoming.resume()
    return readParameters(head, '', false)
  }
  const contentType = incoming.headers['content-type']
  const { type, boundary } = parseContentType(contentType)
  if (length > 0) {
    if (head.isUpload && (type !== 'multipart/form-data' || boundary === undefined)) return 'silence'
    if (!head.isUpload && length > LONGEST_BODY) return refuse(501, 'for data too large')
    const known = type === undefined || type === 'application/x-www-form-urlencoded' || type === 'application/json'
    if (!head.isUpload && !known) return refuse(506, `upload 'Content-Type '${contentType}' not implemented`)
  }
  return bytesOf(incoming, length).then((body) =>
    head.isUpload && boundary !== undefined
      ? readUpload(head, body, boundary)
      : readParameters(head, body.toString('utf8'), type === 'application/json'),
  )
}

const takesNoBody = ({ verb }: Head): boolean => verb === 'GET' || verb === 'DELETE'

function parseContentType(header: string | undefined) {
  const [type, ...parameters] = header?.split(/\s*[;,]\s*/) ?? []
  const boundary = parameters.map((each) => /^\s*boundary\s*=\s*"?([^\s"]+)"?\s*$/.exec(each)?.[1]).find(Boolean)
  return { type, boundary }
}

async function bytesOf(incoming: IncomingMessage, length: number): Promise<Buffer> {
  if (length === 0) {
    incoming.resume()
    return Buffer.alloc(0)
  }
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function readUpload(head: Head, body: Buffer, boundary: string): Reading {
  try {
    const { fields, upload } = readMultipart(body, boundary)
    if (upload === undefined) return refuse(500, 'upload failed')
    return complete(head, { ...decodeForm(head.query), ...fields }, upload)
  } catch (error) {
    return refuse(500, `${error instanceof Error ? error.message : error}\n`)
  }
}

const SERVER_FILE = '/usr/share/perl5/PVE/APIServer/AnyEvent.pm'

function readParameters(head: Head, body: string, isJson: boolean): Reading {
  const query = decodeForm(head.query)
  if (takesNoBody(head)) return complete(head, query)
  if (!isJson) return complete(head, { ...decodeForm(body), ...query })
  try {
    const parsed = parseJson(body)
    if (!isObject(parsed)) return refuse(500, `Not a HASH reference at ${SERVER_FILE} line 978.\n`)
    return complete(head, { ...parsed, ...query })
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return refuse(500, `${error.message} at ${SERVER_FILE} line 934.\n`)
  }
}

function isObject(value: unknown): value is Record<string, ParameterValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const FORMATS: readonly Format[] = ['json', 'extjs']

function complete(head: Head, params: Record<string, ParameterValue>, upload?: ApiRequest['upload']): Reading {
  const format = FORMATS.find((each) => each === head.formatName)
  if (format === undefined) return refuse(501, `no formatter for uri ${head.path}, ${head.formatName}`)
  // Browsers add a number against caching.
  delete params._dc
  const { entry, verb, path, who } = head
  const request = { entry, verb, path, params, caller: who.caller, byToken: who.byToken }
  return { format, request: upload === undefined ? request : { ...request, upload } }
}
