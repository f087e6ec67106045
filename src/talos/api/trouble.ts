import { UserError } from '../../user-error.ts'
import { MAINTENANCE_NAME, peerNameOf } from './peer-name.ts'

/** Something that went wrong on the way to a machine, by the code Node's network and TLS layers give it. */
interface Trouble {
  readonly codes: readonly string[]
  readonly code: string
  readonly sentence: string
  readonly hint: string
}

const WRONG_AUTHORITY = 'talos-wrong-authority'

const TROUBLES: readonly Trouble[] = [
  {
    codes: ['ECONNREFUSED'],
    code: 'talos-refused',
    sentence: 'refused the connection',
    hint: 'the machine is up but its Talos API is not; it may still be booting',
  },
  {
    codes: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ETIMEDOUT', 'ABORT_ERR'],
    code: 'talos-unreachable',
    sentence: 'did not answer',
    hint: 'check that the machine is running and that this computer reaches its network',
  },
  {
    codes: ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP2_SESSION_ERROR', 'ERR_HTTP2_GOAWAY_SESSION'],
    code: 'talos-connection-lost',
    sentence: 'closed the connection',
    hint: 'the machine may be rebooting; try again',
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    code: 'talos-unknown-name',
    sentence: 'is a name that cannot be resolved',
    hint: 'use an IP address, or make the name known to this computer',
  },
  {
    codes: [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_SIGNATURE_FAILURE',
      'INVALID_CA',
      'CERT_UNTRUSTED',
    ],
    code: WRONG_AUTHORITY,
    sentence: "shows a certificate that this cluster's authority did not sign",
    hint: 'the machine is in maintenance mode, or belongs to another cluster',
  },
  {
    codes: ['CERT_HAS_EXPIRED'],
    code: 'talos-server-certificate-expired',
    sentence: 'shows an expired certificate',
    hint: "compare the machine's clock with this computer's; Talos renews its certificates by itself",
  },
  {
    codes: ['CERT_NOT_YET_VALID'],
    code: 'talos-server-certificate-early',
    sentence: 'shows a certificate that is not valid yet',
    hint: "compare the machine's clock with this computer's",
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    code: 'talos-wrong-name',
    sentence: 'shows a certificate that is not for this address',
    hint: "add the address to the machine's certificate names (machine.certSANs), or call it by an address it knows",
  },
  {
    codes: ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED'],
    code: 'talos-configured',
    sentence: 'asks for a client certificate',
    hint: 'the machine is not in maintenance mode: it already belongs to a cluster',
  },
  {
    codes: ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'ERR_SSL_TLSV1_ALERT_CERTIFICATE_EXPIRED'],
    code: 'talos-client-certificate-expired',
    sentence: 'says that our client certificate has expired',
    hint: "compare the machine's clock with this computer's, then make a new talosconfig",
  },
  {
    codes: [
      'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
      'ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR',
      'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
      'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN',
      'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED',
    ],
    code: 'talos-client-refused',
    sentence: 'does not accept our client certificate',
    hint: 'the secrets in use are of another cluster, or its authority was changed',
  },
  {
    codes: [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'ERR_SSL_PACKET_LENGTH_TOO_LONG',
      'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
    ],
    code: 'talos-not-talos',
    sentence: 'answers, but not like the Talos API',
    hint: 'check the address and the port',
  },
]

/** Says what went wrong with a connection; nothing when the error did not come from the connection. */
export function connectionTrouble(target: string, error: unknown): UserError | undefined {
  const codes = errorCodes(error)
  const known = TROUBLES.find((trouble) => trouble.codes.some((code) => codes.includes(code)))
  if (known !== undefined) {
    const { sentence, hint } = known.code === WRONG_AUTHORITY ? whose(known, peerNameOf(error)) : known
    return new UserError(known.code, `${target} ${sentence}`, { hint })
  }
  const [code] = codes.filter((one) => one.startsWith('ERR_SSL') || one.startsWith('ERR_TLS') || /^E[A-Z]+$/.test(one))
  if (code === undefined) return undefined
  return new UserError('talos-connection', `the connection to ${target} failed: ${code}`, {
    hint: 'check the address, and whether something between this computer and the machine changes its traffic',
  })
}

/** Says whose a machine seems to be that somebody else's authority has signed for. */
function whose({ sentence, hint }: Trouble, name: string | undefined): Pick<Trouble, 'sentence' | 'hint'> {
  if (name === undefined) return { sentence, hint }
  if (name === MAINTENANCE_NAME) {
    const waiting = 'it is in maintenance mode'
    return { sentence: `${sentence}: ${waiting}`, hint: 'the machine has no machine config, or has lost it' }
  }
  const foreign = `it is the machine ${name} of another cluster`
  return { sentence: `${sentence}: ${foreign}`, hint: 'an address used twice, or the secrets of another cluster' }
}

/** The codes of an error and of everything that caused it. */
function errorCodes(error: unknown): string[] {
  const codes: string[] = []
  let current = error
  for (let depth = 0; current instanceof Error && depth < 10; depth++) {
    if ('code' in current && typeof current.code === 'string') codes.push(current.code)
    current = current.cause
  }
  return codes
}
