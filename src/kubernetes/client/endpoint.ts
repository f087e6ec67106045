import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { UserError } from '../../user-error.ts'
import type { Dial } from '../../world/dial.ts'
import { connectionFailure } from './network-faults.ts'
import type { KubernetesAccess } from './world.ts'

/** One API server. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  /** How messages call it. */
  readonly url: string
}

/** Reads the URL of an API server. */
export function parseEndpoint(text: string): Endpoint {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new UserError('kubernetes-endpoint', `${text} is no address of a Kubernetes API`, {
      hint: 'write it like https://192.168.1.210:6443',
    })
  const { hostname, port, origin } = new URL(text)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 443 : Number(port), url: origin }
}

/** What both ends of a connection prove themselves with, made once. */
export const secureContext = ({ ca, crt, key }: KubernetesAccess): SecureContext =>
  createSecureContext({ ca, cert: crt, key, minVersion: 'TLSv1.2' })

/** Opens a connection whose certificate comes from the cluster's authority. */
export async function connectSecurely(
  endpoint: Endpoint,
  context: SecureContext,
  dial: Dial,
  timeout: number,
): Promise<TLSSocket> {
  const signal = AbortSignal.timeout(timeout)
  const { host, port } = endpoint
  try {
    const secure = connect({
      socket: await dial(host, port, signal),
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      secureContext: context,
      ALPNProtocols: ['http/1.1'],
    })
    try {
      await once(secure, 'secureConnect', { signal })
      return secure
    } catch (error) {
      secure.on('error', () => undefined).destroy()
      throw error
    }
  } catch (error) {
    throw connectionFailure(endpoint.url, error)
  }
}
