import { X509Certificate } from 'node:crypto'
import type { Call, RestHandlers } from '../../call.ts'
import { hostOf } from './host.ts'

function info(call: Call) {
  const { certificate } = hostOf(call)
  if (certificate === undefined) return []
  const x509 = new X509Certificate(certificate.crt)
  const seconds = (date: string) => Math.floor(Date.parse(date) / 1000)
  const line = (name: string) => `/${name.split('\n').join('/')}`
  return [
    {
      filename: 'pve-ssl.pem',
      fingerprint: x509.fingerprint256,
      subject: line(x509.subject),
      issuer: line(x509.issuer),
      notbefore: seconds(x509.validFrom),
      notafter: seconds(x509.validTo),
      san: (x509.subjectAltName ?? '').split(', ').map((name) => name.replace(/^[^:]+:/, '')),
      pem: certificate.crt,
      'public-key-type': 'id-ecPublicKey',
      'public-key-bits': 256,
    },
  ]
}

/** Certificates of a node. */
export const certificateHandlers: RestHandlers = {
  'GET /nodes/{node}/certificates/info': info,
}
