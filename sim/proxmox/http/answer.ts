import { JsonParts, JsonText } from '../call.ts'
import { Failure } from '../failure.ts'

/** How an answer is written: plain JSON, or the form that the web interface reads. */
export type Format = 'json' | 'extjs'

/** An answer before it is written as HTTP. */
export interface HttpAnswer {
  readonly status: number
  readonly reason: string
  readonly body?: string | Buffer
  readonly contentType?: string
  /** Handed through another daemon or node, which leaves its own header in the answer. */
  readonly forwarded?: boolean
  /** Simulated milliseconds to hold it back. */
  readonly delay?: number
  /** The simulated moment of the answer; the real one where it never got so far. */
  readonly at?: number
}

/** What a handler gave. */
export interface Success {
  readonly data: unknown
  readonly total?: number
  readonly changes?: string
}

const JSON_TYPE = 'application/json;charset=UTF-8'

/** Writes a success. */
export function successAnswer(format: Format, { data, changes, total }: Success, forwarded: boolean): HttpAnswer {
  const before = format === 'extjs' ? '{"success":1,"data":' : '{"data":'
  const listed = changes === undefined ? '' : `,"changes":${JSON.stringify(changes)}`
  // A count of zero is no count to the genuine server.
  const after = total ? `${listed},"total":${total}}` : `${listed}}`
  return { status: 200, reason: 'OK', body: written(before, data, after), contentType: JSON_TYPE, forwarded }
}

/** Data between what stands before and after it; what is written already is not written again. */
function written(before: string, data: unknown, after: string): string | Buffer {
  if (data instanceof JsonText) return before + data.text + after
  if (data instanceof JsonParts) return data.between(before, after)
  return before + (JSON.stringify(data) ?? 'null') + after
}

/** Writes a failure; in the extjs format it is a success of HTTP. */
export function failureAnswer(format: Format, failure: Failure, forwarded: boolean): HttpAnswer {
  const { status, message, errors, raised } = failure
  const details = errors === undefined ? {} : { errors }
  // Failed logins are held back, in whichever format.
  const delay = status === 401 ? { delay: 3000 } : {}
  if (format === 'json') {
    // A reason that breaks the line of the answer does not get through to the client.
    if (forwarded && firstLine(message).includes('\r')) {
      return { status: 400, reason: 'Bad Request', contentType: JSON_TYPE, forwarded }
    }
    const body = JSON.stringify({ data: null, message, ...details })
    return { status, reason: firstLine(message), body, contentType: JSON_TYPE, forwarded, ...delay }
  }
  const body = JSON.stringify({
    data: null,
    success: 0,
    message,
    status: raised ? String(status) : status,
    ...details,
  })
  return { status: 200, reason: 'OK', body, contentType: JSON_TYPE, forwarded, ...delay }
}

/** An error of the server itself, outside any format: the text is the whole body. */
export function plainError(status: number, text: string): HttpAnswer {
  return { status, reason: firstLine(text), body: text }
}

/** Anything that went wrong, as a failure; a mistake of the simulator itself is not hidden. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
