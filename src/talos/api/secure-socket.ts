import { once } from 'node:events'
import { isIP } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { UserError } from '../../user-error.ts'
import type { Dial } from '../../world/dial.ts'
import { keyPemForNode } from '../certificates/keys.ts'
import { commonNameOf } from './peer-name.ts'
import { fingerprintOf, type Peer, type Trust } from './trust.ts'

// Where no authority is asked, none need be read: Node would take up its own hundred for each connection.
const UNVERIFIED: ConnectionOptions = { rejectUnauthorized: false, ca: [] }

/** Opens a TLS connection that has proved to end at the peer; fails with the system's error, or with ours for a wrong fingerprint. */
export async function openSecureSocket(dial: Dial, peer: Peer, signal: AbortSignal): Promise<TLSSocket> {
  const secure = await handshake(dial, peer, tlsOptions(peer.trust), signal)
  // Looked at before HTTP/2 gets the socket: destroying it in a hook underneath HTTP/2 aborts the whole process.
  if (peer.trust.kind === 'fingerprint') checkFingerprint(secure, peer, peer.trust.fingerprint)
  else checkAuthority(secure)
  try {
    await firstWord(secure, signal)
    return secure
  } catch (error) {
    secure.on('error', () => undefined).destroy()
    throw error
  }
}

// With TLS 1.3 a server judges our certificate behind the handshake. It speaks first in HTTP/2, so its first word is its
// consent; its refusal is only understood here, since HTTP/2 hears no more than the end of the connection.
async function firstWord(secure: TLSSocket, signal: AbortSignal): Promise<void> {
  await once(secure, 'readable', { signal })
  if (secure.readableLength === 0) throw Object.assign(new Error('the peer hung up'), { code: 'ECONNRESET' })
}

/** Connects without proof of who answers, only to look at the certificate. */
export function openUnverifiedSocket(
  dial: Dial,
  { host, port }: Pick<Peer, 'host' | 'port'>,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return handshake(dial, { host, port }, UNVERIFIED, signal)
}

async function handshake(
  dial: Dial,
  { host, port }: Pick<Peer, 'host' | 'port'>,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = await dial(host, port, signal)
  const name = isIP(host) === 0 ? { servername: host } : {}
  const secure = connect({ socket, host, ALPNProtocols: ['h2'], minVersion: 'TLSv1.2', ...name, ...options })
  try {
    await once(secure, 'secureConnect', { signal })
    return secure
  } catch (error) {
    secure.on('error', () => undefined).destroy()
    throw error
  }
}

// Judged here and not by the handshake, which would throw the certificate away that tells whose machine it is.
function checkAuthority(secure: TLSSocket): void {
  if (secure.authorized) return
  const code = String(secure.authorizationError)
  const shown = secure.getPeerX509Certificate()
  secure.on('error', () => undefined).destroy()
  const peerName = shown === undefined ? undefined : commonNameOf(shown)
  throw Object.assign(new Error(`the certificate cannot be verified: ${code}`), { code, peerName })
}

function tlsOptions(trust: Trust): ConnectionOptions {
  if (trust.kind === 'fingerprint') return UNVERIFIED
  return { ca: trust.ca, cert: trust.crt, key: keyPemForNode(trust.key), rejectUnauthorized: false }
}

function checkFingerprint(secure: TLSSocket, { host }: Peer, wanted: string): void {
  const certificate = secure.getPeerX509Certificate()
  const found = certificate === undefined ? 'none' : fingerprintOf(certificate)
  if (found === wanted) return
  secure.on('error', () => undefined).destroy()
  throw new UserError('talos-fingerprint', `${host} shows a certificate with the fingerprint ${found}, not ${wanted}`, {
    hint: "the machine was booted again, is another one, or somebody is in between; compare with the fingerprint on the machine's console",
  })
}
