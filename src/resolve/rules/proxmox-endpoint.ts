import { itemPath } from '../item-path.ts'
import type { Finding, Rule } from '../rule.ts'

/** The API stands at the root of port 8006 unless somebody moved it. */
export const proxmoxEndpoint: Rule = {
  code: 'proxmox-endpoint',
  severity: 'error',
  summary: 'the address of Proxmox has no path, and a port',
  check: ({ spec }) => {
    const endpoints = spec.proxmox?.endpoint ?? []
    return endpoints.flatMap((text, index): Finding[] => {
      const path = itemPath(['proxmox', 'endpoint'], endpoints, index)
      const { hostname, port, pathname, search, hash } = new URL(text)
      const written = /^https:\/\/[^/?#]*:(\d+)/i.exec(text)?.[1]
      const extra = `${pathname}${search}${hash}`
      if (extra !== '/') {
        return [
          {
            path,
            message: `${text} goes on after the host with ${extra}`,
            hint: `write https://${hostname}:${port || written || '8006'}; the path of the API is added`,
          },
        ]
      }
      if (written !== undefined) return []
      return [
        {
          path,
          severity: 'warning',
          message: `${text} has no port, which means 443, and Proxmox listens on 8006`,
          hint: `write https://${hostname}:8006, or :443 if a proxy stands in front`,
        },
      ]
    })
  },
}
