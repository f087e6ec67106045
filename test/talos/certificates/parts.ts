import { X509Certificate } from 'node:crypto'
import { type DerValue, readDer } from '../../../src/talos/certificates/der.ts'

/** The fields of a certificate that do not change from one issue to the next, as hex. */
export interface CertificateParts {
  readonly version: string
  readonly algorithm: string
  readonly outerAlgorithm: string
  readonly issuer: string
  readonly subject: string
  readonly timeTags: readonly number[]
  readonly extensions: readonly string[]
}

/** Takes a version 3 certificate apart. */
export function certificateParts(crt: string): CertificateParts {
  const [tbs, outerAlgorithm] = children(readDer(new X509Certificate(crt).raw)[0])
  const [version, , algorithm, issuer, validity, subject, , extensions] = children(tbs)
  return {
    version: hex(version),
    algorithm: hex(algorithm),
    outerAlgorithm: hex(outerAlgorithm),
    issuer: hex(issuer),
    subject: hex(subject),
    timeTags: children(validity).map(({ tag }) => tag),
    extensions: children(children(extensions)[0]).map(hex),
  }
}

function children(value: DerValue | undefined): DerValue[] {
  if (value === undefined) throw new Error('the certificate lacks a field')
  return readDer(value.content)
}

function hex(value: DerValue | undefined): string {
  if (value === undefined) throw new Error('the certificate lacks a field')
  return value.raw.toString('hex')
}
