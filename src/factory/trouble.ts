import { UserError } from '../user-error.ts'

interface Trouble {
  readonly errors: readonly string[]
  readonly code: string
  readonly words: string
  readonly hint: string
}

const UNREACHABLE = 'factory-unreachable'

const TROUBLES: readonly Trouble[] = [
  {
    errors: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'],
    code: UNREACHABLE,
    words: 'its name cannot be resolved',
    hint: 'check `talos.factory` and the DNS of this machine',
  },
  {
    errors: ['ECONNREFUSED'],
    code: UNREACHABLE,
    words: 'connection refused',
    hint: 'check the port in `talos.factory`, and that the factory runs there',
  },
  {
    errors: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'ETIMEDOUT'],
    code: UNREACHABLE,
    words: 'there is no way to it in the network',
    hint: 'check the connection of this machine, or set `talos.factory` to a factory of your own',
  },
  {
    errors: ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'],
    code: UNREACHABLE,
    words: 'the connection broke',
    hint: 'run again; a proxy or firewall in between may be at fault',
  },
  {
    errors: ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'],
    code: 'factory-not-tls',
    words: 'it does not speak TLS',
    hint: 'something else listens on that port: check `talos.factory`',
  },
  {
    errors: [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ],
    code: 'factory-certificate',
    words: 'its certificate is not signed by an authority that is known here',
    hint: 'add the authority to those of the system, or name its file in NODE_EXTRA_CA_CERTS',
  },
  {
    errors: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    code: 'factory-certificate',
    words: 'its certificate is not valid at this time',
    hint: 'check the clock of this machine, and the certificate of the factory',
  },
  {
    errors: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    code: 'factory-certificate',
    words: 'its certificate is made out to another name',
    hint: 'write the name that the certificate has to `talos.factory`',
  },
]

/** Turns the error of a connection into words. */
export function connectionTrouble(origin: string, error: unknown, deadline: number): UserError {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return new UserError(UNREACHABLE, `the image factory ${origin} did not answer within ${deadline / 1000} s`, {
      hint: 'check the connection of this machine; a factory of your own may be busy',
      cause: error,
    })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const trouble = TROUBLES.find(({ errors }) => errors.includes(code))
  const words = trouble?.words ?? (error instanceof Error ? error.message : String(error))
  return new UserError(trouble?.code ?? UNREACHABLE, `cannot reach the image factory ${origin}: ${words}`, {
    ...(trouble === undefined ? {} : { hint: trouble.hint }),
    cause: error,
  })
}

/** Whether a failure may be gone the next time. */
export const isPassing = (error: unknown): boolean => error instanceof UserError && error.code === UNREACHABLE
