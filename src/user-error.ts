/** A failure that a person can fix; anything else that is thrown is a bug and shows its stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.hint = options.hint
  }
}
