import type { X509Certificate } from 'node:crypto'

/** What a machine without a config calls itself. */
export const MAINTENANCE_NAME = 'maintenance-service.talos.dev'

/** The name in a certificate. */
export const commonNameOf = ({ subject }: X509Certificate): string | undefined => /^CN=(.+)$/m.exec(subject ?? '')?.[1]

/** What the other side of a connection called itself, as far as an error, or what caused it, knows. */
export function peerNameOf(error: unknown): string | undefined {
  let current = error
  for (let depth = 0; current instanceof Error && depth < 10; depth++) {
    if ('peerName' in current && typeof current.peerName === 'string') return current.peerName
    current = current.cause
  }
  return undefined
}
