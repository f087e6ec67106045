import { type Again, type Cause, KubernetesError } from './error.ts'

interface Meaning {
  readonly code: string
  readonly again: Again
  readonly hint?: string
}

/** What a refusal means, by the server's own word for it. */
const REASONS: Readonly<Record<string, Meaning>> = {
  Unauthorized: {
    code: 'kubernetes-unauthorized',
    again: 'never',
    hint: 'the client certificate has expired or comes from another cluster: make a new kubeconfig',
  },
  Forbidden: {
    code: 'kubernetes-forbidden',
    again: 'never',
    hint: 'the certificate in use has too few rights; the administrator is in the group system:masters',
  },
  NotFound: { code: 'kubernetes-not-found', again: 'never' },
  AlreadyExists: { code: 'kubernetes-exists', again: 'never' },
  Conflict: { code: 'kubernetes-conflict', again: 'never' },
  Gone: { code: 'kubernetes-expired', again: 'never' },
  Expired: { code: 'kubernetes-expired', again: 'never' },
  Invalid: { code: 'kubernetes-invalid', again: 'never' },
  BadRequest: { code: 'kubernetes-bad-request', again: 'never' },
  TooManyRequests: { code: 'kubernetes-busy', again: 'later' },
  ServiceUnavailable: {
    code: 'kubernetes-unavailable',
    again: 'later',
    hint: 'the API server is up but not ready; etcd may have no quorum',
  },
  ServerTimeout: { code: 'kubernetes-timeout', again: 'unknown' },
  Timeout: { code: 'kubernetes-timeout', again: 'unknown' },
  InternalError: { code: 'kubernetes-internal', again: 'never' },
}

/** What an answer without such a word means, by its status. */
const STATUSES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'ServiceUnavailable',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

// What passes by itself, such as the election of a leader in etcd; the API server says everything else again.
const PASSING = /etcdserver: (leader changed|request timed out|no leader)|context deadline exceeded|connection refused/

const LONGEST = 2000

/** Turns the body of a refusal into an error; a body that is none of Kubernetes counts by its status. */
export function refusal(call: string, status: number, text: string): KubernetesError {
  const body = readStatus(text)
  const reason = body.reason || STATUSES[status] || ''
  const meaning = REASONS[reason] ?? { code: 'kubernetes-refused', again: 'never' as const }
  const said = (body.message || text.trim()).slice(0, LONGEST)
  const again = status >= 500 && PASSING.test(said) ? 'unknown' : meaning.again
  return new KubernetesError(`Kubernetes answered ${status} to ${call}: ${said}`, {
    code: meaning.code,
    again,
    hint: meaning.hint,
    status,
    reason,
    causes: body.causes,
    retryAfterSeconds: body.retryAfterSeconds,
  })
}

interface StatusBody {
  readonly message: string
  readonly reason: string
  readonly causes: readonly Cause[]
  readonly retryAfterSeconds: number | undefined
}

const NOTHING: StatusBody = { message: '', reason: '', causes: [], retryAfterSeconds: undefined }

function readStatus(text: string): StatusBody {
  try {
    const body: unknown = JSON.parse(text)
    const fields = record(body)
    const details = record(fields.details)
    const causes = Array.isArray(details.causes) ? details.causes.map(readCause) : []
    const seconds = details.retryAfterSeconds
    return {
      message: textOf(fields.message),
      reason: textOf(fields.reason),
      causes,
      retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined,
    }
  } catch {
    return NOTHING
  }
}

function readCause(value: unknown): Cause {
  const { reason, message, field } = record(value)
  return { reason: textOf(reason), message: textOf(message), field: textOf(field) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
