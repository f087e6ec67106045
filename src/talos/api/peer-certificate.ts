import { X509Certificate } from 'node:crypto'
import type { Dial } from '../../world/dial.ts'
import { commonNameOf } from './peer-name.ts'
import { openUnverifiedSocket } from './secure-socket.ts'
import { fingerprintOf } from './trust.ts'

/** What a machine's certificate tells anybody who asks. */
export interface PeerCertificate {
  readonly fingerprint: string
  /** The machine's name, or `maintenance-service.talos.dev`. */
  readonly commonName: string | undefined
  /** Names and addresses the certificate is for. */
  readonly names: readonly string[]
  readonly until: Date
  readonly issuedBy: (ca: string) => boolean
}

/** Looks at the certificate that a machine shows, whoever it is. */
export async function fetchPeerCertificate(
  dial: Dial,
  place: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<PeerCertificate> {
  const socket = await openUnverifiedSocket(dial, place, signal)
  try {
    const certificate = socket.getPeerX509Certificate()
    if (certificate === undefined) throw new Error('the connection has no certificate')
    return describe(certificate)
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

function describe(certificate: X509Certificate): PeerCertificate {
  const names = certificate.subjectAltName?.split(', ') ?? []
  return {
    fingerprint: fingerprintOf(certificate),
    commonName: commonNameOf(certificate),
    names: names.map((name) => name.replace(/^(DNS|IP Address):/, '')),
    until: new Date(certificate.validTo),
    issuedBy: (ca) => certificate.verify(new X509Certificate(ca).publicKey),
  }
}
