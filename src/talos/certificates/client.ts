import { extendedKeyUsage, keyUsage } from './extensions.ts'
import { type CertificateAndKey, issueCertificate } from './issue.ts'
import { generateKey } from './keys.ts'
import { validity, YEAR_HOURS } from './lifetime.ts'
import type { TalosRole } from './roles.ts'

/** How long a client certificate lives, counted from now. */
export interface ClientLifetime {
  readonly now: Date
  /** One year unless told otherwise. */
  readonly lifetimeHours?: number
}

/** Issues a client certificate for the Talos API; the roles stand in its subject. */
export async function issueTalosClient(
  authority: CertificateAndKey,
  roles: readonly TalosRole[],
  { now, lifetimeHours = YEAR_HOURS }: ClientLifetime,
): Promise<CertificateAndKey> {
  const { publicKey, pem } = await generateKey('ed25519')
  const subject = { organizations: [...new Set(roles)] }
  // The Talos API refuses a certificate that may do anything besides clientAuth.
  const extensions = [keyUsage('digitalSignature'), extendedKeyUsage('clientAuth')]
  return {
    crt: issueCertificate({ subject, publicKey, ...validity(now, lifetimeHours), extensions }, authority),
    key: pem,
  }
}

/** Issues the cluster administrator's client certificate for the Kubernetes API. */
export async function issueKubernetesAdmin(
  authority: CertificateAndKey,
  { now, lifetimeHours = YEAR_HOURS }: ClientLifetime,
): Promise<CertificateAndKey> {
  const { publicKey, pem } = await generateKey('p256')
  const subject = { organizations: ['system:masters'], commonName: 'admin' }
  const extensions = [keyUsage('digitalSignature', 'keyEncipherment'), extendedKeyUsage('clientAuth')]
  return {
    crt: issueCertificate({ subject, publicKey, ...validity(now, lifetimeHours, 10), extensions }, authority),
    key: pem,
  }
}
