import type { Rule } from '../rule.ts'

/** Without a check of the certificate, whoever answers first gets the token. */
export const insecureTls: Rule = {
  code: 'insecure-tls',
  severity: 'warning',
  summary: 'the certificate of Proxmox is checked',
  check: ({ spec }) => {
    const { insecure, fingerprint, caFile } = spec.proxmox?.tls ?? {}
    if (insecure !== true) return []
    const path = ['proxmox', 'tls', 'insecure']
    const unused = [...(fingerprint === undefined ? [] : ['fingerprint']), ...(caFile === undefined ? [] : ['caFile'])]
    if (unused.length > 0) {
      return [
        {
          path,
          message: `any certificate is accepted, so ${unused.join(' and ')} ${unused.length === 1 ? 'does' : 'do'} nothing`,
          hint: `drop insecure, and ${unused.join(' and ')} ${unused.length === 1 ? 'counts' : 'count'}`,
        },
      ]
    }
    return [
      {
        path,
        message: 'any certificate is accepted: whoever is on the way can read the credentials',
        hint: 'write proxmox.tls.fingerprint (pvenode cert info shows it) or proxmox.tls.caFile instead',
      },
    ]
  },
}
