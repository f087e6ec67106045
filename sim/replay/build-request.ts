import type { WireRequest } from './http-client.ts'
import type { Json, JsonObject, MultipartBody, MultipartField, Scenario, Step } from './scenario.ts'

/** What a client remembers between the steps of a scenario. */
export interface Memory {
  readonly scenario: Scenario
  /** Values bound so far. */
  readonly bound: Map<string, string>
  /** Tickets by user. */
  readonly tickets: Map<string, { readonly ticket: string; readonly csrf: string }>
}

/** Turns a step into the request that it records; tickets must have been fetched before. */
export function buildRequest(memory: Memory, step: Step): WireRequest {
  const path = `${step.prefix ?? '/api2/json'}${fill(memory, step.path)}`
  const params = parametersOf(memory, step)
  const isQuery = step.encoding === 'query'
  const query = isQuery ? `${path.includes('?') ? '&' : '?'}${form(params)}` : ''
  const { body, contentType } = bodyOf(memory, step, params)
  const takesBody = step.method === 'POST' || step.method === 'PUT' || body !== undefined
  const headers: Record<string, string> = {
    ...credentials(memory, step),
    ...(takesBody ? { 'Content-Length': String(Buffer.byteLength(body ?? '')) } : {}),
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
  }
  return { method: step.method, path: path + query, headers: overridden(memory, step, headers), body }
}

function overridden(memory: Memory, step: Step, headers: Record<string, string>): Record<string, string> {
  const result = { ...headers }
  for (const [name, value] of Object.entries(step.request_headers ?? {})) {
    for (const known of Object.keys(result)) if (known.toLowerCase() === name.toLowerCase()) delete result[known]
    if (value !== null) result[name] = fill(memory, value)
  }
  // A body in chunks has no length.
  if (result['Transfer-Encoding'] !== undefined) delete result['Content-Length']
  return result
}

/** Replaces `{name}` by what was bound to it. */
export function fill(memory: Memory, text: string): string {
  return text.replace(/\{([A-Za-z0-9_]+)\}/g, (whole, name: string) => {
    if (name === 'node') return memory.scenario.world.nodes[0]
    return memory.bound.get(name) ?? whole
  })
}

function parametersOf(memory: Memory, step: Step): JsonObject {
  const long = Object.entries(step.params_gen ?? {}).map(([key, { repeat, times }]) => [key, repeat.repeat(times)])
  return Object.fromEntries([
    ...Object.entries(step.params ?? {}).map(([key, value]) => [key, filled(memory, value)]),
    ...long,
  ])
}

function filled(memory: Memory, value: Json): Json {
  if (typeof value === 'string') return fill(memory, value)
  return Array.isArray(value) ? value.map((each) => filled(memory, each)) : value
}

function form(params: JsonObject): string {
  return Object.entries(params)
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((each) => [key, each] as const))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&')
}

interface Body {
  readonly body: string | Buffer | undefined
  readonly contentType?: string
}

function bodyOf(memory: Memory, step: Step, params: JsonObject): Body {
  if (typeof step.raw_body === 'string') return { body: fill(memory, step.raw_body), contentType: FORM }
  if (step.raw_body !== undefined) return multipart(step.raw_body)
  if (step.encoding === 'multipart') return multipart({ fields: fieldsOf(params) })
  const isEmpty = step.params === undefined && step.params_gen === undefined
  if (isEmpty || step.encoding === 'query' || step.encoding === undefined) return { body: undefined }
  if (step.encoding === 'json') return { body: JSON.stringify(params), contentType: 'application/json' }
  return { body: form(params), contentType: FORM }
}

const FORM = 'application/x-www-form-urlencoded'
const BOUNDARY = 'talmox-replay-boundary'

function fieldsOf(params: JsonObject): readonly MultipartField[] {
  return Object.entries(params).map(([name, value]) => ({ name, value: String(value) }))
}

function multipart({ fields = [] }: MultipartBody): Body {
  const parts = fields.map(({ name, value = '', filename }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  })
  return {
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

function credentials(memory: Memory, step: Step): Record<string, string> {
  if (step.as === 'none') return {}
  const [, userid] = /^ticket:(.*)$/.exec(step.as) ?? []
  if (userid === undefined) return { Authorization: `PVEAPIToken=${step.as}=${secretOf(memory, step.as)}` }
  const { ticket = '', csrf = '' } = memory.tickets.get(userid) ?? {}
  const guarded = step.method !== 'GET' && step.csrf !== false
  return {
    Cookie: `PVEAuthCookie=${encodeURIComponent(ticket)}`,
    ...(guarded ? { CSRFPreventionToken: csrf } : {}),
  }
}

function secretOf({ scenario, bound }: Memory, tokenid: string): string {
  const known = scenario.world.tokens?.find((token) => token['full-tokenid'] === tokenid)
  return known?.secret ?? bound.get(tokenid) ?? ''
}
