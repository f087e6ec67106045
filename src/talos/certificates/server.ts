import { extendedKeyUsage, keyUsage } from './extensions.ts'
import { type CertificateAndKey, issueCertificate } from './issue.ts'
import { generateKey, type KeyKind } from './keys.ts'
import { validity } from './lifetime.ts'

/** A server's name and the addresses it answers on. */
export interface ServerIdentity {
  readonly commonName: string
  /** DNS names and IP addresses, mixed. */
  readonly hosts: readonly string[]
  readonly key: KeyKind
}

/** Issues a server certificate, valid for a day like the ones Talos nodes renew by themselves. */
export async function issueServer(
  authority: CertificateAndKey,
  server: ServerIdentity,
  now: Date,
): Promise<CertificateAndKey> {
  const { publicKey, pem } = await generateKey(server.key)
  const extensions = [keyUsage('digitalSignature'), extendedKeyUsage('serverAuth')]
  const content = {
    subject: { commonName: server.commonName },
    publicKey,
    ...validity(now, 24),
    extensions,
    hosts: server.hosts,
  }
  return { crt: issueCertificate(content, authority), key: pem }
}
