import { KubernetesError } from './error.ts'

interface NetworkFault {
  readonly errors: readonly string[]
  readonly code: string
  readonly words: string
  readonly hint: string
}

const UNREACHABLE = 'kubernetes-unreachable'

const NETWORK_FAULTS: readonly NetworkFault[] = [
  {
    errors: ['ECONNREFUSED'],
    code: UNREACHABLE,
    words: 'refused the connection',
    hint: 'the machine is up but its API server is not: it may still be starting, or etcd has no quorum',
  },
  {
    errors: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'ETIMEDOUT', 'ABORT_ERR'],
    code: UNREACHABLE,
    words: 'did not answer',
    hint: 'check that the machine is running and that this computer reaches its network',
  },
  {
    errors: ['ECONNRESET', 'EPIPE'],
    code: UNREACHABLE,
    words: 'closed the connection before it was secured',
    hint: 'the API server may be restarting; try again',
  },
  {
    errors: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'],
    code: UNREACHABLE,
    words: 'is a name that cannot be resolved',
    hint: 'use an IP address, or make the name known to this computer',
  },
  {
    errors: [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_SIGNATURE_FAILURE',
    ],
    code: 'kubernetes-wrong-authority',
    words: "shows a certificate that this cluster's authority did not sign",
    hint: 'the address belongs to another cluster, or the secrets in use do',
  },
  {
    errors: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    code: 'kubernetes-certificate-time',
    words: 'shows a certificate that is not valid at this time',
    hint: "compare the machine's clock with this computer's",
  },
  {
    errors: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    code: 'kubernetes-wrong-name',
    words: 'shows a certificate that is not for this address',
    hint: "add the address to the API server's names (cluster.apiServer.certSANs)",
  },
  {
    errors: ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'],
    code: 'kubernetes-not-tls',
    words: 'does not speak TLS',
    hint: 'something else listens on that port: the Kubernetes API is at 6443',
  },
]

/** Turns the error of a connection that never came about into words. */
export function connectionFailure(server: string, error: unknown): KubernetesError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = NETWORK_FAULTS.find(({ errors }) => errors.includes(code))
  const words = fault?.words ?? `could not be connected to: ${code || String(error)}`
  return new KubernetesError(`${server} ${words}`, {
    code: fault?.code ?? 'kubernetes-connection',
    again: fault?.code === UNREACHABLE ? 'later' : 'never',
    hint: fault?.hint,
    cause: error,
  })
}
