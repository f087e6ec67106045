import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'

// Node brings roots of its own and does not look where a system keeps its authorities.
const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** What the system trusts, as other programs on it see it; Node's own roots where it keeps no list. */
export async function systemAuthorities(env: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const read = (file: string | undefined) => (file === undefined ? '' : readFile(file, 'utf8').catch(() => ''))
  const bundles = await Promise.all((env.SSL_CERT_FILE === undefined ? SYSTEM_BUNDLES : [env.SSL_CERT_FILE]).map(read))
  const system = bundles.find((text) => text !== '')
  const extra = await read(env.NODE_EXTRA_CA_CERTS)
  return [...(system === undefined ? rootCertificates : [system]), ...(extra === '' ? [] : [extra])]
}
