import { type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { bitString, der, objectIdentifier, readDer, sequence, setOf, text, time, unsignedInteger } from './der.ts'
import { authorityKeyIdentifier, isSubjectKeyIdentifier, subjectAltName } from './extensions.ts'
import { readPrivateKey } from './keys.ts'
import { signature, signatureAlgorithm } from './signature.ts'

/** A certificate and its private key, both as PEM text with the labels Talos uses. */
export interface CertificateAndKey {
  readonly crt: string
  readonly key: string
}

/** A distinguished name: all organizations in one attribute set, then the common name, as Go encodes it. */
export interface Subject {
  readonly organizations?: readonly string[]
  readonly commonName?: string
}

/** What a certificate says. */
export interface CertificateContent {
  readonly subject: Subject
  readonly publicKey: KeyObject
  readonly from: Date
  readonly until: Date
  /** Encoded extensions in the order they are to appear. */
  readonly extensions: readonly Buffer[]
  /** DNS names and IP addresses of a server. */
  readonly hosts?: readonly string[]
}

/** Who signs: the name and key identifier exactly as they stand in the authority's own certificate. */
interface Issuer {
  readonly name: Buffer
  readonly key: KeyObject
  readonly keyIdentifier: Buffer | undefined
}

/** Issues a certificate signed by an authority, its extensions in the order Go gives them. */
export function issueCertificate(content: CertificateContent, authority: CertificateAndKey): string {
  const issuer = readIssuer(authority)
  const pointer = issuer.keyIdentifier === undefined ? [] : [authorityKeyIdentifier(issuer.keyIdentifier)]
  const names = content.hosts === undefined ? [] : [subjectAltName(content.hosts)]
  const extensions = [...content.extensions, ...pointer, ...names]
  return signCertificate({ ...content, extensions }, issuer.name, issuer.key)
}

/** Issues a certificate signed by its own key. */
export const issueSelfSigned = (content: CertificateContent, key: KeyObject): string =>
  signCertificate(content, encodeName(content.subject), key)

function signCertificate(content: CertificateContent, issuerName: Buffer, issuerKey: KeyObject): string {
  const algorithm = signatureAlgorithm(issuerKey)
  const version3 = der(0xa0, unsignedInteger(Buffer.from([2])))
  const tbs = sequence(
    version3,
    unsignedInteger(randomBytes(16)),
    algorithm,
    issuerName,
    sequence(time(content.from), time(content.until)),
    encodeName(content.subject),
    content.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...content.extensions)),
  )
  const certificate = sequence(tbs, algorithm, bitString(signature(tbs, issuerKey)))
  return pem('CERTIFICATE', certificate)
}

function encodeName(subject: Subject): Buffer {
  const attribute = (oid: string, value: string) => sequence(objectIdentifier(oid), text(value))
  const organizations = (subject.organizations ?? []).map((value) => attribute('2.5.4.10', value))
  const commonName = subject.commonName === undefined ? [] : [attribute('2.5.4.3', subject.commonName)]
  const sets = [organizations, commonName].filter((set) => set.length > 0)
  return sequence(...sets.map(setOf))
}

function readIssuer(authority: CertificateAndKey): Issuer {
  const [certificate] = readDer(new X509Certificate(authority.crt).raw)
  const [tbs] = readDer(certificate?.content ?? Buffer.alloc(0))
  const fields = readDer(tbs?.content ?? Buffer.alloc(0))
  // A version 1 certificate has no version field in front of its serial number.
  const subject = fields[fields[0]?.tag === 0xa0 ? 5 : 4]
  if (subject === undefined) throw new TypeError('the certificate authority has no subject field')
  const extensions = fields.find((field) => field.tag === 0xa3)?.content ?? Buffer.alloc(0)
  return { name: subject.raw, key: readPrivateKey(authority.key), keyIdentifier: findKeyIdentifier(extensions) }
}

function findKeyIdentifier(extensions: Buffer): Buffer | undefined {
  const list = readDer(extensions).flatMap((outer) => readDer(outer.content))
  for (const extension of list) {
    const parts = readDer(extension.content)
    const oid = parts[0]
    const value = parts.at(-1)
    if (oid !== undefined && value !== undefined && isSubjectKeyIdentifier(oid.raw))
      return readDer(value.content)[0]?.content
  }
  return undefined
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
