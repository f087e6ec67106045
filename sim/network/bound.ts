import { createServer, isIPv4, type Server } from 'node:net'
import type { Clock } from '../../src/world/clock.ts'
import { type MappedNetwork, mappedNetwork } from './mapped.ts'
import type { Accept } from './network.ts'

interface Bound {
  readonly server: Server
  /** Who answers, the last one first. */
  readonly accepts: Accept[]
}

/**
 * A network whose loopback addresses really exist on this computer, so that any program can connect to them; others
 * exist only for those who dial through it. Linux has all of 127.0.0.0/8, other systems only what was given to `lo`.
 */
export function boundNetwork(clock: Clock, failed: (message: string) => void): MappedNetwork {
  const inner = mappedNetwork(clock)
  const bound = new Map<string, Bound>()

  const bind = (address: string, port: number, accept: Accept): (() => void) => {
    const key = `${address}:${port}`
    const found = bound.get(key) ?? open(address, port, failed)
    bound.set(key, found)
    found.accepts.unshift(accept)
    return () => {
      found.accepts.splice(found.accepts.indexOf(accept), 1)
      if (found.accepts.length > 0) return
      bound.delete(key)
      found.server.close()
    }
  }
  return {
    ...inner,
    listen(address, port, accept) {
      const listener = inner.listen(address, port, accept)
      if (!isLoopback(address)) return listener
      const unbind = bind(address, port, accept)
      let isOpen = true
      return {
        close() {
          if (isOpen) unbind()
          isOpen = false
          listener.close()
        },
      }
    },
    close() {
      for (const { server } of bound.values()) server.close()
      bound.clear()
      inner.close()
    },
  }
}

/** Whether an address is one of this computer to itself. */
export const isLoopback = (address: string): boolean => isIPv4(address) && address.startsWith('127.')

function open(address: string, port: number, failed: (message: string) => void): Bound {
  const accepts: Accept[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    const [accept] = accepts
    if (accept === undefined) socket.destroy()
    else accept(socket)
  })
  server.on('error', (error) => failed(`${address}:${port} cannot be listened on: ${error.message}`))
  server.listen(port, address)
  return { server, accepts }
}
