import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { extendedKeyUsage, keyUsage } from '../../../src/talos/certificates/extensions.ts'
import { type CertificateAndKey, issueCertificate } from '../../../src/talos/certificates/issue.ts'
import { generateKey } from '../../../src/talos/certificates/keys.ts'
import { apiAuthority } from '../config/api-authority.ts'
import { machineConfig } from '../config/machine-config.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'

/** How long the certificate of a machine holds; it has another one when half of it is over. */
export const CERTIFICATE_LIFETIME = 24 * 3_600_000

/** The certificate of a machine without a config: signed by an authority that nobody knows, the same for one boot. */
export async function maintenanceCertificate(node: Node): Promise<CertificateAndKey> {
  const { state } = node
  const { boot } = state
  const hosts = [...ownAddresses(node), '127.0.0.1', '::1', state.network.hostname]
  const made =
    state.maintenance ?? (await issue(node, await newAuthority(node), 'maintenance-service.talos.dev', hosts))
  if (state.boot === boot) state.maintenance ??= made
  return state.maintenance ?? made
}

/** The certificate of a configured machine, signed by the authority of its cluster. */
export async function apiCertificate(node: Node): Promise<CertificateAndKey | undefined> {
  const authority = apiAuthority(node)
  if (authority === undefined) return undefined
  const { hostname } = node.state.network
  const sans = machineConfig(node)?.certSans ?? []
  return issue(node, authority, hostname, [...new Set([...ownAddresses(node), ...sans, hostname])])
}

const newAuthority = ({ talos }: Node): Promise<CertificateAndKey> =>
  createAuthority('os', new Date(Math.min(talos.clock.now(), Date.now())))

async function issue(node: Node, authority: CertificateAndKey, commonName: string, hosts: readonly string[]) {
  const { publicKey, pem } = await generateKey('ed25519')
  const content = {
    subject: { commonName },
    publicKey,
    ...certificateLifetime(node),
    extensions: [keyUsage('digitalSignature'), extendedKeyUsage('serverAuth')],
    hosts,
  }
  return { crt: issueCertificate(content, authority), key: pem }
}

/** A day, by either clock: those who connect judge by the real time, and the simulated one may be far ahead of it. */
export function certificateLifetime({ talos }: Node): { from: Date; until: Date } {
  const [simulated, real] = [talos.clock.now(), Date.now()]
  return {
    from: new Date(Math.min(simulated, real)),
    until: new Date(Math.max(simulated, real) + CERTIFICATE_LIFETIME),
  }
}
