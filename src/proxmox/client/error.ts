import { UserError } from '../../user-error.ts'

/**
 * What a repeated request may hope for: `never` the same answer again; `later` nothing was done, and it may succeed
 * after a while; `unknown` it may have been carried out, so that only a look at the world tells.
 */
export type Again = 'never' | 'later' | 'unknown'

/** What went wrong in a call, beyond its message. */
export interface Failure {
  readonly code: string
  readonly again: Again
  readonly hint?: string | undefined
  /** Such as `POST /nodes/pve1/qemu`; absent where no request was made yet. */
  readonly call?: string | undefined
  readonly status?: number | undefined
  /** What Proxmox said. */
  readonly reason?: string | undefined
  /** What it said about single parameters. */
  readonly parameters?: Readonly<Record<string, string>> | undefined
  readonly cause?: unknown
}

/** A call to Proxmox that did not succeed; always something of the world outside, hence for a person. */
export class ProxmoxError extends UserError {
  readonly again: Again
  readonly call: string | undefined
  readonly status: number | undefined
  readonly reason: string | undefined
  readonly parameters: Readonly<Record<string, string>>

  constructor(message: string, failure: Failure) {
    const { code, hint, cause } = failure
    super(code, message, { ...(hint === undefined ? {} : { hint }), cause })
    this.again = failure.again
    this.call = failure.call
    this.status = failure.status
    this.reason = failure.reason
    this.parameters = failure.parameters ?? {}
  }
}

/** Whether an error is a failed call of one of these kinds, such as `proxmox-not-found`. */
export function isProxmoxError(error: unknown, ...codes: readonly string[]): error is ProxmoxError {
  return error instanceof ProxmoxError && (codes.length === 0 || codes.includes(error.code))
}
