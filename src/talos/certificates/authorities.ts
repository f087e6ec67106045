import { randomBytes } from 'node:crypto'
import { basicConstraintsAuthority, extendedKeyUsage, keyUsage, subjectKeyIdentifier } from './extensions.ts'
import { type CertificateAndKey, issueSelfSigned, type Subject } from './issue.ts'
import { generateKey, type KeyKind } from './keys.ts'
import { validity } from './lifetime.ts'

/** The certificate authorities of a cluster, by their names in `secrets.yaml`. */
export type AuthorityName = 'etcd' | 'k8s' | 'k8saggregator' | 'os'

// Talos gives the aggregator's authority no name at all; its nodes expect nothing else.
const AUTHORITIES: { readonly [A in AuthorityName]: { readonly key: KeyKind; readonly subject: Subject } } = {
  etcd: { key: 'p256', subject: { organizations: ['etcd'] } },
  k8s: { key: 'p256', subject: { organizations: ['kubernetes'] } },
  k8saggregator: { key: 'p256', subject: {} },
  os: { key: 'ed25519', subject: { organizations: ['talos'] } },
}

const TEN_YEARS_HOURS = 10 * 365 * 24

/** Makes a new self-signed authority as Talos makes it. */
export async function createAuthority(name: AuthorityName, now: Date): Promise<CertificateAndKey> {
  const { key: kind, subject } = AUTHORITIES[name]
  const { key, publicKey, pem } = await generateKey(kind)
  const extensions = [
    keyUsage('digitalSignature', 'keyCertSign'),
    extendedKeyUsage('serverAuth', 'clientAuth'),
    basicConstraintsAuthority(),
    subjectKeyIdentifier(randomBytes(20)),
  ]
  const crt = issueSelfSigned({ subject, publicKey, ...validity(now, TEN_YEARS_HOURS), extensions }, key)
  return { crt, key: pem }
}
