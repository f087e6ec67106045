import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Something that answers at an address until it is closed. */
export interface Listening {
  readonly close: () => void
}

/** Answers at an address of this computer, or fails with the system's error; in a simulated world, at one of its own. */
export type Listen = (address: string, port: number, accept: (socket: Socket) => void) => Promise<Listening>

/** Listens at the address as it is. */
export const realListen: Listen = async (address, port, accept) => {
  const server = createServer({ noDelay: true }, accept)
  server.listen(port, address)
  await once(server, 'listening')
  return { close: () => void server.close() }
}
