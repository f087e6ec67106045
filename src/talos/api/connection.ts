import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import type { Transport } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { inUrl } from '../../net/in-url.ts'
import type { Clock } from '../../world/clock.ts'
import type { Dial } from '../../world/dial.ts'
import { keepAlive } from './keep-alive.ts'
import { openSecureSocket } from './secure-socket.ts'
import type { Peer } from './trust.ts'

/** An open connection to a peer, ready for calls. */
export interface Connection {
  readonly transport: Transport
  readonly isOpen: () => boolean
  /** Why it broke, if it did; a call that fails with it only hears that its stream was cancelled. */
  readonly broken: () => Promise<Error | undefined>
  readonly close: () => void
}

// Talos takes and gives messages of up to 32 MiB; the rest is room for the message around a machine config of that size.
const LARGEST_MESSAGE = 33 * 1024 * 1024
const STREAM_WINDOW = 2 * 1024 * 1024

/** Opens a connection; fails with the system's error or, for a wrong fingerprint, with ours. */
export async function openConnection(
  world: { readonly dial: Dial; readonly clock: Clock },
  peer: Peer,
  signal: AbortSignal,
): Promise<Connection> {
  const socket = await openSecureSocket(world.dial, peer, signal)
  const authority = `https://${inUrl(peer.host)}:${peer.port}`
  const session = connect(authority, {
    createConnection: () => socket,
    settings: { initialWindowSize: STREAM_WINDOW, enablePush: false },
  })
  let failure: Error | undefined
  let closed = false
  session.on('error', (error) => {
    failure = error
  })
  try {
    await once(session, 'connect', { signal })
  } catch (error) {
    session.destroy()
    throw error
  }
  session.setLocalWindowSize(2 * STREAM_WINDOW)
  const alive = keepAlive(session, world.clock)
  const transport = createGrpcTransport({
    baseUrl: authority,
    readMaxBytes: LARGEST_MESSAGE,
    writeMaxBytes: LARGEST_MESSAGE,
    acceptCompression: [],
    sessionManager: {
      authority: new URL(authority).origin,
      request: async (method, path, headers, options) =>
        alive.watch(session.request({ ...headers, ':method': method, ':path': path }, options)),
      notifyResponseByteRead: alive.heard,
    },
  })
  return {
    transport,
    isOpen: () => !session.closed && !session.destroyed,
    async broken() {
      // The session tells its error after its streams have told theirs.
      await new Promise((resolve) => setImmediate(resolve))
      return failure ?? (session.destroyed && !closed ? lost() : undefined)
    },
    close() {
      closed = true
      session.destroy(undefined, constants.NGHTTP2_NO_ERROR)
    },
  }
}

function lost(): Error {
  return Object.assign(new Error('the peer closed the connection'), { code: 'ECONNRESET' })
}
