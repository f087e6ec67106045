import { createAuthority } from '../../src/talos/certificates/authorities.ts'
import { extendedKeyUsage, keyUsage } from '../../src/talos/certificates/extensions.ts'
import { type CertificateAndKey, issueCertificate } from '../../src/talos/certificates/issue.ts'
import { generateKey } from '../../src/talos/certificates/keys.ts'
import { validity } from '../../src/talos/certificates/lifetime.ts'
import type { World } from './world.ts'

const ONE_YEAR_HOURS = 365 * 24

/**
 * The authority behind the web sites of a world. Whoever lives in the world must trust it as they trust those of the
 * real web: a client of ours by its `authorities`, any program by SSL_CERT_FILE or NODE_EXTRA_CA_CERTS.
 */
export async function webAuthorityOf(world: World): Promise<CertificateAndKey> {
  // Real time, not simulated: whoever connects checks it against the real clock.
  world.webAuthority ??= await createAuthority('k8s', new Date())
  return world.webAuthority
}

/** A certificate for a web site, by its name or address. */
export async function issueForSite(world: World, host: string): Promise<CertificateAndKey> {
  const authority = await webAuthorityOf(world)
  const { publicKey, pem } = await generateKey('p256')
  const extensions = [keyUsage('digitalSignature'), extendedKeyUsage('serverAuth')]
  const span = validity(new Date(), ONE_YEAR_HOURS, 60)
  const crt = issueCertificate(
    { subject: { commonName: host }, publicKey, ...span, extensions, hosts: [host] },
    authority,
  )
  return { crt, key: pem }
}
