import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { Dial } from '../../world/dial.ts'
import { ProxmoxError } from './error.ts'
import { connectionFailure } from './network-faults.ts'
import type { Trust } from './trust.ts'

/** An address of the API. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  /** How messages call it. */
  readonly url: string
  /** What a reverse proxy wants before the path of the API; mostly nothing. */
  readonly prefix: string
}

/** Reads the address of an endpoint, also one that other tools want with the path of the API. */
export function parseEndpoint(text: string): Endpoint {
  const { hostname, port, origin, pathname } = new URL(text)
  const prefix = pathname.replace(/\/+$/, '').replace(/\/api2(\/json)?$/, '')
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 443 : Number(port), url: origin, prefix }
}

/** What the connections of one client have in common, made once; where no authority is asked, none is read. */
export const contextOf = (trust: Trust): SecureContext =>
  trust.kind === 'authorities' ? trust.context : createSecureContext({ ca: [] })

/** Whom a client trusts, and what its connections have in common. */
export interface Trusting {
  readonly trust: Trust
  readonly context: SecureContext
}

/** Opens a connection whose certificate has been accepted; nothing is sent over any other. */
export async function connectSecurely(
  endpoint: Endpoint,
  { trust, context }: Trusting,
  dial: Dial,
  timeout: number,
): Promise<TLSSocket> {
  const socket = await handshake(endpoint, context, dial, AbortSignal.timeout(timeout)).catch((error: unknown) => {
    throw connectionFailure(endpoint.url, error)
  })
  const refusal = judge(endpoint, trust, socket)
  if (refusal === undefined) return socket
  socket.destroy()
  throw refusal
}

async function handshake(
  { host, port }: Endpoint,
  secureContext: SecureContext,
  dial: Dial,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = connect({
    socket: await dial(host, port, signal),
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext,
    // Judged below instead, so that the certificate that is refused can be shown.
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  })
  socket.on('error', () => undefined)
  try {
    await once(socket, 'secureConnect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function judge({ url }: Endpoint, trust: Trust, socket: TLSSocket): ProxmoxError | undefined {
  const certificate = socket.getPeerX509Certificate()
  const seen = certificate?.fingerprint256 ?? 'none'
  const refuse = (code: string, message: string, hint: string) =>
    new ProxmoxError(`${url} is not trusted: ${message}`, { code, again: 'never', hint })
  switch (trust.kind) {
    case 'anything':
      return undefined
    case 'pins':
      return trust.fingerprints.includes(seen)
        ? undefined
        : refuse(
            'proxmox-fingerprint',
            `the fingerprint of its certificate is ${seen}, which is not the pinned one`,
            'if the host has a new certificate (`pvenode cert info` there shows the same), write this one to `proxmox.tls.fingerprint`; if not, somebody is in between',
          )
    case 'authorities': {
      if (socket.authorized) return undefined
      // Node's type says Error; what it sets is the code.
      const why = String(socket.authorizationError)
      const { words, hint } = CERTIFICATE_FAULTS[why] ?? { words: why, hint: '' }
      const names = certificate?.subjectAltName ?? ''
      const pin = `pin it with \`proxmox.tls.fingerprint: "${seen}"\` after comparing it with \`pvenode cert info\` on the host`
      return refuse('proxmox-certificate', words.replace('NAMES', names), hint === '' ? pin : `${hint}, or ${pin}`)
    }
  }
}

const unknownAuthority = {
  words: 'its certificate is not signed by an authority that is known here',
  hint: 'give the authority as `proxmox.tls.caFile` (/etc/pve/pve-root-ca.pem of a host)',
}

const CERTIFICATE_FAULTS: Readonly<Record<string, { readonly words: string; readonly hint: string }>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: {
    words: 'its certificate has expired',
    hint: 'renew it (`pvecm updatecerts --force` on the host, or its ACME account)',
  },
  CERT_NOT_YET_VALID: {
    words: 'its certificate is not valid yet',
    hint: 'check the clocks of the host and of this machine',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    words: 'its certificate is made out to other names (NAMES)',
    hint: 'use one of these names in `proxmox.endpoint`',
  },
}
