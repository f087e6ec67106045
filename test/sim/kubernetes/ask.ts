import type { Api } from '../../../sim/kubernetes/api.ts'
import { handleRequest } from '../../../sim/kubernetes/http/handle.ts'
import type { ApiAnswer, ApiRequest } from '../../../sim/kubernetes/http/request.ts'
import type { JsonObject } from '../../../sim/kubernetes/json.ts'

const ADMIN = { name: 'admin', groups: ['system:masters', 'system:authenticated'] }

/** Asks an API without a connection, as an administrator unless told otherwise. */
export function ask(api: Api, method: string, path: string, more: Partial<ApiRequest> = {}): ApiAnswer {
  const [plain = '', query = ''] = path.split('?')
  return handleRequest(api, {
    method,
    path: plain,
    query: new URLSearchParams(query),
    accept: 'application/json',
    contentType: 'application/json',
    userAgent: 'test',
    body: Buffer.alloc(0),
    user: ADMIN,
    ...more,
  })
}

/** The JSON of an answer, with its status. */
export function bodyOf(answer: ApiAnswer): JsonObject {
  if (answer.kind !== 'json') throw new Error(`the answer is a ${answer.kind}`)
  return answer.body
}

/** What is sent, as bytes. */
export const sent = (value: JsonObject): Pick<ApiRequest, 'body'> => ({ body: Buffer.from(JSON.stringify(value)) })
