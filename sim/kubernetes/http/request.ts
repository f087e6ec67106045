import type { JsonObject } from '../json.ts'
import type { User } from '../operations/request.ts'

/** A request, free of how it came. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly accept: string
  readonly contentType: string
  readonly userAgent: string
  readonly body: Buffer
  /** Nobody, where no certificate was shown. */
  readonly user: User | undefined
  /** The token that was shown. */
  readonly bearer?: string | undefined
  /** As whom the user wants to be treated, where that is somebody else. */
  readonly actingAs?: User | undefined
}

/** An answer, free of how it goes. */
export type ApiAnswer =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: JsonObject
      /** What its content is called, when not just JSON. */
      readonly type?: string
      readonly warnings?: readonly string[]
      readonly retryAfter?: number
    }
  | { readonly kind: 'text'; readonly status: number; readonly body: string }
  | {
      readonly kind: 'stream'
      /** Tells lines until it is stopped or ends by itself. */
      readonly start: (tell: (line: JsonObject) => void, end: () => void) => () => void
    }

/** An answer with JSON. */
export const json = (body: JsonObject, status = 200): ApiAnswer => ({ kind: 'json', status, body })
