/** A refusal that Proxmox would answer with: its status, its words, and the parameters that are to blame. */
export class Failure extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, string>> | undefined
  /** Raised on purpose, as opposed to a program that died; the extjs format tells these apart. */
  readonly raised: boolean

  constructor(
    status: number,
    message: string,
    options: { readonly errors?: Readonly<Record<string, string>>; readonly raised?: boolean } = {},
  ) {
    super(message)
    this.status = status
    this.errors = options.errors
    this.raised = options.raised ?? false
  }
}

/** What a plain `die` of the genuine code becomes. */
export const died = (text: string): Failure => new Failure(500, `${text}\n`)

/** Parameters that are refused, by name. */
export const badParameters = (errors: Readonly<Record<string, string>>): Failure =>
  new Failure(400, 'Parameter verification failed.\n', { errors, raised: true })

/** A right that is missing: usually the path and the privilege. */
export const forbidden = (what?: string): Failure =>
  new Failure(403, what === undefined ? 'Permission check failed\n' : `Permission check failed (${what})\n`, {
    raised: true,
  })

/** The text of a failure where the genuine code prints it inside another message. */
export function printed(error: unknown): string {
  if (!(error instanceof Failure)) throw error
  const code = error.raised ? `${error.status} ` : ''
  const details = Object.entries(error.errors ?? {}).map(([name, text]) => `${name}: ${text.replace(/\n$/, '')}\n`)
  return `${code}${error.message}${details.join('')}`
}

/** Runs a change of a locked file: whatever fails inside becomes a plain failure with the name of the change. */
export function changing<T>(what: string, change: () => T): T {
  try {
    return change()
  } catch (error) {
    throw new Failure(500, `${what}: ${printed(error)}`)
  }
}
