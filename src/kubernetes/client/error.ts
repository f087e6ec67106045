import { UserError } from '../../user-error.ts'

/**
 * What a repeated request may hope for: `never` the same answer again; `later` nothing was done, and it may succeed
 * after a while; `unknown` it may have been carried out.
 */
export type Again = 'never' | 'later' | 'unknown'

/** One cause that the server gave. */
export interface Cause {
  readonly reason: string
  readonly message: string
  /** Such as `.spec.replicas`. */
  readonly field: string
}

/** What went wrong in a call, beyond its message. */
export interface Failure {
  readonly code: string
  readonly again: Again
  readonly hint?: string | undefined
  readonly status?: number | undefined
  /** The server's own word for it, such as `NotFound`. */
  readonly reason?: string | undefined
  readonly causes?: readonly Cause[] | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** A call to Kubernetes that did not succeed; always something of the world outside, hence for a person. */
export class KubernetesError extends UserError {
  readonly again: Again
  readonly status: number | undefined
  readonly reason: string
  readonly causes: readonly Cause[]
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, failure: Failure) {
    const { code, hint, cause } = failure
    super(code, message, { ...(hint === undefined ? {} : { hint }), cause })
    this.again = failure.again
    this.status = failure.status
    this.reason = failure.reason ?? ''
    this.causes = failure.causes ?? []
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

/** Whether an error is a failed call of one of these kinds, such as `kubernetes-not-found`. */
export function isKubernetesError(error: unknown, ...codes: readonly string[]): error is KubernetesError {
  return error instanceof KubernetesError && (codes.length === 0 || codes.includes(error.code))
}
