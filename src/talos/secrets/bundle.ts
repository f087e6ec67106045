import type { AuthorityName } from '../certificates/authorities.ts'
import type { CertificateAndKey } from '../certificates/issue.ts'

/** How Kubernetes encrypts its secrets in etcd; aescbc only in clusters born before Talos 1.3. */
export interface EtcdEncryption {
  readonly kind: 'secretbox' | 'aescbc'
  /** Standard base64 of the key. */
  readonly secret: string
}

/** Everything secret that makes a Talos cluster what it is; certificates and keys are PEM text. */
export interface SecretsBundle {
  readonly cluster: {
    /** Opaque: its alphabet differs between Talos versions. */
    readonly id: string
    /** Standard base64 of 32 bytes. */
    readonly secret: string
  }
  readonly bootstrapToken: string
  readonly encryption: EtcdEncryption
  readonly trustdToken: string
  readonly authorities: { readonly [A in AuthorityName]: CertificateAndKey }
  /** Signs service account tokens: RSA, or P-256 in clusters born before Talos 1.7. */
  readonly serviceAccountKey: string
}
