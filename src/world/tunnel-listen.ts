import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { Listen } from './listen.ts'

/** What a connection that waits at the far end is upgraded to. */
export const LISTEN_PROTOCOL = 'talmox-listen'

/**
 * Listens at an address of the far end: one connection always waits there, and the far end says by a byte that somebody
 * has come, who then goes on talking through it.
 */
export function tunnelListen(through: URL): Listen {
  return async (address, port, accept) => {
    const closed = new AbortController()
    const waitForNext = async (): Promise<void> => {
      const socket = await standing(through, `/listen/${encodeURIComponent(address)}/${port}`, closed.signal)
      socket.once('readable', () => {
        if (socket.read(1) === null || closed.signal.aborted) return void socket.destroy()
        // Whoever comes next is let down when the far end is gone, and so is everybody else.
        waitForNext().catch(() => undefined)
        accept(socket)
      })
    }
    await waitForNext()
    return { close: () => closed.abort() }
  }
}

async function standing(through: URL, path: string, signal: AbortSignal): Promise<Socket> {
  const asking = request({
    host: through.hostname,
    port: through.port,
    path,
    headers: { connection: 'Upgrade', upgrade: LISTEN_PROTOCOL },
    agent: false,
    signal,
  })
  asking.end()
  const [, socket, head]: [unknown, Socket, Buffer] = await upgraded(asking)
  if (head.length > 0) socket.unshift(head)
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  return socket.on('error', () => undefined).setNoDelay(true)
}

async function upgraded(asking: ReturnType<typeof request>): Promise<[unknown, Socket, Buffer]> {
  const [answer, socket, head] = await once(asking, 'upgrade')
  return [answer, socket, head]
}
