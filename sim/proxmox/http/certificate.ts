import { X509Certificate } from 'node:crypto'
import { basicConstraintsAuthority, extendedKeyUsage, keyUsage } from '../../../src/talos/certificates/extensions.ts'
import { issueCertificate, issueSelfSigned } from '../../../src/talos/certificates/issue.ts'
import { generateKey } from '../../../src/talos/certificates/keys.ts'
import { validity } from '../../../src/talos/certificates/lifetime.ts'
import type { Host } from '../../world/host.ts'

const TWO_YEARS_HOURS = 2 * 365 * 24

/** The certificate of a host's server, made on first use and kept with the host. */
export async function certificateOf(host: Host): Promise<NonNullable<Host['certificate']>> {
  host.certificate ??= await makeCertificate(host)
  return host.certificate
}

/** The fingerprint under which clients pin a host. */
export const fingerprintOf = (host: Host): string | undefined =>
  host.certificate && new X509Certificate(host.certificate.crt).fingerprint256

async function makeCertificate(host: Host) {
  // Real time, not simulated: whoever connects checks it against the real clock.
  const span = validity(new Date(), TWO_YEARS_HOURS, 60)
  const authority = await makeAuthority(span)
  const { publicKey, pem } = await generateKey('p256')
  const [, domain] = /^\S+ \S+?\.(\S+) /m.exec(host.hostsFile.split('\n')[1] ?? '') ?? []
  const names = [host.name, ...(domain === undefined ? [] : [`${host.name}.${domain}`])]
  const crt = issueCertificate(
    {
      subject: { commonName: names.at(-1) ?? host.name, organizations: ['Proxmox Virtual Environment'] },
      publicKey,
      ...span,
      extensions: [keyUsage('digitalSignature'), extendedKeyUsage('serverAuth')],
      hosts: [
        ...new Set([
          '127.0.0.1',
          '::1',
          'localhost',
          host.ip,
          ...names,
          ...(host.endpoints ?? []).map(({ name }) => name),
        ]),
      ],
    },
    authority,
  )
  return { crt, key: pem, authority: authority.crt }
}

async function makeAuthority(span: { readonly from: Date; readonly until: Date }) {
  const { key, publicKey, pem } = await generateKey('p256')
  const subject = { commonName: 'Proxmox Virtual Environment', organizations: ['PVE Cluster Manager CA'] }
  const extensions = [keyUsage('digitalSignature', 'keyCertSign'), basicConstraintsAuthority()]
  return { crt: issueSelfSigned({ subject, publicKey, ...span, extensions }, key), key: pem }
}
