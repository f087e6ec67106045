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
    let waiting: Socket | undefined
    let isClosed = false
    const waitForNext = async (): Promise<void> => {
      const socket = await standing(through, `/listen/${encodeURIComponent(address)}/${port}`)
      if (isClosed) return void socket.destroy()
      waiting = socket
      socket.once('readable', () => {
        if (socket.read(1) === null) return
        // When the far end is gone, nobody can come any more.
        waitForNext().catch(() => undefined)
        accept(socket)
      })
    }
    await waitForNext()
    return {
      close() {
        isClosed = true
        waiting?.destroy()
      },
    }
  }
}

async function standing(through: URL, path: string): Promise<Socket> {
  const headers = { connection: 'Upgrade', upgrade: LISTEN_PROTOCOL }
  const asking = request({ host: through.hostname, port: through.port, path, headers, agent: false })
  asking.end()
  const [, socket, head]: readonly [unknown, Socket, Buffer] = await upgraded(asking)
  if (head.length > 0) socket.unshift(head)
  return socket.on('error', () => undefined).setNoDelay(true)
}

async function upgraded(asking: ReturnType<typeof request>): Promise<readonly [unknown, Socket, Buffer]> {
  // Fails with the system's error when the far end itself cannot be reached.
  const [answer, socket, head] = await once(asking, 'upgrade')
  return [answer, socket, head]
}
