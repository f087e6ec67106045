import { type KeyObject, X509Certificate } from 'node:crypto'
import type { CertificateAndKey } from '../certificates/issue.ts'
import { readPrivateKey } from '../certificates/keys.ts'
import { canSign } from '../certificates/signature.ts'

/** What is wrong with a certificate authority, each with its place; nothing when it can issue certificates today. */
export function checkAuthority(path: string, pair: CertificateAndKey, now: Date): string[] {
  const certificate = attempt(() => new X509Certificate(pair.crt))
  const key = attempt(() => readPrivateKey(pair.key))
  return [
    ...(certificate === undefined ? [`${path}.crt: is broken and cannot be read as a certificate`] : []),
    ...(key === undefined ? [`${path}.key: is broken and cannot be read as a private key`] : []),
    ...(certificate === undefined ? [] : checkCertificate(`${path}.crt`, certificate, now)),
    ...(key === undefined ? [] : checkKey(path, key, certificate)),
  ]
}

function checkCertificate(path: string, certificate: X509Certificate, now: Date): string[] {
  if (!certificate.ca) return [`${path}: is not a certificate authority`]
  const until = new Date(certificate.validTo)
  if (until > now) return []
  return [`${path}: expired on ${until.toISOString().slice(0, 10)}; put the authority that the cluster uses today here`]
}

function checkKey(path: string, key: KeyObject, certificate: X509Certificate | undefined): string[] {
  if (!canSign(key)) return [`${path}.key: is of a kind that certificates cannot be signed with`]
  if (certificate === undefined || certificate.checkPrivateKey(key)) return []
  return [`${path}.key: does not belong to ${path}.crt; one of the two is from another cluster or an older authority`]
}

/** The result of reading something, or nothing when that throws; the reason may quote the secret, so it is dropped. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
