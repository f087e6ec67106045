import { createHash, type X509Certificate } from 'node:crypto'

/** How both ends of a connection prove who they are. */
export type Trust =
  /** A configured machine: its certificate must come from the cluster's authority, and ours must too. */
  | { readonly kind: 'cluster'; readonly ca: string; readonly crt: string; readonly key: string }
  /** A machine in maintenance mode: its certificate is made at boot by itself, so only its fingerprint says who it is. */
  | { readonly kind: 'fingerprint'; readonly fingerprint: string }

/** A place that answers the Talos API. */
export interface Peer {
  readonly host: string
  readonly port: number
  readonly trust: Trust
}

/** The port of the Talos API on every machine. */
export const TALOS_PORT = 50_000

/** The fingerprint that Talos shows on a machine's console and `talosctl --cert-fingerprint` takes. */
export function fingerprintOf(certificate: X509Certificate): string {
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}
