import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import { readFailure } from '../../spec/files.ts'
import { UserError } from '../../user-error.ts'
import { systemAuthorities } from '../../world/authorities.ts'

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
