import type { JsonObject } from './json.ts'

/** One cause of a refusal. */
export type StatusCause = { readonly reason?: string; readonly message: string; readonly field?: string }

/** What a refusal is about. */
export type StatusDetails = {
  readonly name?: string
  readonly group?: string
  readonly kind?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** An answer that refuses; thrown by handlers. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number
  readonly reason: string
  readonly details: StatusDetails | undefined

  constructor(code: number, reason: string, message: string, details?: StatusDetails) {
    super(message)
    this.code = code
    this.reason = reason
    this.details = details
  }
}

/** The body of a refusal, as the genuine server writes it. */
export function refusalBody({ code, reason, message, details }: Refusal): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  }
}

/** The resource that a refusal names: `deployments.apps`, or `pods`. */
export const qualified = (group: string, resource: string): string => (group === '' ? resource : `${resource}.${group}`)

interface Named {
  readonly group: string
  readonly resource: string
}

const detailsOf = ({ group, resource }: Named, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { group }),
  kind: resource,
})

/** There is no such object. */
export const notFound = (what: Named, name: string): Refusal =>
  new Refusal(404, 'NotFound', `${qualified(what.group, what.resource)} "${name}" not found`, detailsOf(what, name))

/** There is no such path. */
export const noSuchPath = (): Refusal =>
  new Refusal(404, 'NotFound', 'the server could not find the requested resource', {})

/** The name is taken. */
export const alreadyExists = (what: Named, name: string): Refusal =>
  new Refusal(
    409,
    'AlreadyExists',
    `${qualified(what.group, what.resource)} "${name}" already exists`,
    detailsOf(what, name),
  )

/** Somebody changed it in between, or it is not in the state for this. */
export const conflict = (what: Named, name: string, why: string): Refusal =>
  new Refusal(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(what.group, what.resource)} "${name}": ${why}`,
    detailsOf(what, name),
  )

/** The object was changed since it was read. */
export const stale = (what: Named, name: string): Refusal =>
  conflict(what, name, 'the object has been modified; please apply your changes to the latest version and try again')

/** The request itself is wrong. */
export const badRequest = (message: string): Refusal => new Refusal(400, 'BadRequest', message)

/** The object is wrong in these fields. */
export function invalid(
  kind: { readonly group: string; readonly kind: string },
  name: string,
  causes: readonly StatusCause[],
): Refusal {
  const faults = causes.map(({ field, message }) => `${field}: ${message}`)
  const text = faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`
  const subject = qualified(kind.group, kind.kind)
  return new Refusal(422, 'Invalid', `${subject} "${name}" is invalid: ${text}`, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.kind,
    causes,
  })
}

/** The revision asked for is no longer known. */
export const expired = (message: string): Refusal => new Refusal(410, 'Expired', message)

/** The verb is none of this resource. */
export const methodNotAllowed = (): Refusal =>
  new Refusal(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {})
