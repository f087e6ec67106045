import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { readFailure } from '../../spec/files.ts'
import { UserError } from '../../user-error.ts'

/** Whose certificate is accepted. */
export type Trust =
  | { readonly kind: 'authorities'; readonly context: SecureContext }
  | { readonly kind: 'pins'; readonly fingerprints: readonly string[] }
  | { readonly kind: 'anything' }

type Environment = Readonly<Record<string, string | undefined>>

/** How the cluster file, or the environment, says that certificates are checked. */
export interface TlsSettings {
  readonly caFile?: string | undefined
  readonly fingerprint?: readonly string[] | undefined
  readonly insecure?: boolean | undefined
}

// Node brings roots of its own and does not look where a system keeps its authorities.
const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** Decides whom to trust; the strictest setting counts, so that `insecure` cannot undo a pin. */
export async function readTrust(tls: TlsSettings, env: Environment = {}): Promise<Trust> {
  if (tls.fingerprint !== undefined)
    return { kind: 'pins', fingerprints: tls.fingerprint.map((pin) => pin.toUpperCase()) }
  if (tls.caFile !== undefined) return { kind: 'authorities', context: contextOf(tls.caFile, await readCa(tls.caFile)) }
  if (tls.insecure === true) return { kind: 'anything' }
  return { kind: 'authorities', context: createSecureContext({ ca: [...(await systemAuthorities(env))] }) }
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UserError('proxmox-ca-file', `proxmox.tls.caFile ${file}: ${readFailure(error)}`, {
      hint: 'copy /etc/pve/pve-root-ca.pem of a host there',
    })
  }
}

function contextOf(file: string, ca: string): SecureContext {
  try {
    // A secure context takes any text without complaint.
    new X509Certificate(ca)
  } catch (cause) {
    throw new UserError('proxmox-ca-file', `proxmox.tls.caFile ${file}: no PEM certificate in it`, { cause })
  }
  return createSecureContext({ ca })
}

/** What the system trusts, as other programs on it see it; Node's own roots where it keeps no list. */
async function systemAuthorities(env: Environment): Promise<readonly string[]> {
  const read = (file: string | undefined) => (file === undefined ? '' : readFile(file, 'utf8').catch(() => ''))
  const bundles = await Promise.all((env.SSL_CERT_FILE === undefined ? SYSTEM_BUNDLES : [env.SSL_CERT_FILE]).map(read))
  const system = bundles.find((text) => text !== '')
  const extra = await read(env.NODE_EXTRA_CA_CERTS)
  return [...(system === undefined ? rootCertificates : [system]), ...(extra === '' ? [] : [extra])]
}
