import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens a connection to an address, or fails with the system's error; a simulated world connects elsewhere. */
export type Dial = (host: string, port: number, signal: AbortSignal) => Promise<Socket>

/** Connects to the address as it is. */
export const realDial: Dial = async (host, port, signal) => {
  const socket = connect({ host, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    throw error
  }
}
