import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { type Clock, wait } from '../../src/world/clock.ts'
import { realDial } from '../../src/world/dial.ts'
import type { Accept, Listener, Network } from './network.ts'

/** How often the system asks for the owner of an address before it gives up, and how long it waits each time. */
const ARP_QUESTIONS = 3
const ARP_MILLISECONDS = 1000

/** A network inside one process: each address that is dialled is mapped to a port of the loopback address. */
export interface MappedNetwork extends Network {
  /** Closes every port. */
  readonly close: () => void
}

/** Makes a network whose addresses exist only for those who dial through it. */
export function mappedNetwork(clock: Clock): MappedNetwork {
  const listeners = new Map<string, Accept>()
  const attached = new Map<string, number>()
  const ports = new Map<string, Promise<Server>>()

  const attach = (address: string): Listener => {
    attached.set(address, (attached.get(address) ?? 0) + 1)
    return closingOnce(() => {
      const left = (attached.get(address) ?? 1) - 1
      if (left > 0) attached.set(address, left)
      else attached.delete(address)
    })
  }
  return {
    attach,
    listen(address, port, accept) {
      const key = endpoint(address, port)
      const attachment = attach(address)
      listeners.set(key, accept)
      return closingOnce(() => {
        attachment.close()
        if (listeners.get(key) === accept) listeners.delete(key)
      })
    },
    async dial(address, port, signal) {
      const key = endpoint(address, port)
      for (let asked = 1; !attached.has(address); asked++) {
        await wait(clock, ARP_MILLISECONDS, signal)
        if (asked === ARP_QUESTIONS && !attached.has(address)) throw systemError('EHOSTUNREACH', address, port)
      }
      if (!listeners.has(key)) throw systemError('ECONNREFUSED', address, port)
      const server = ports.get(key) ?? openPort((socket) => (listeners.get(key) ?? ((late) => late.destroy()))(socket))
      ports.set(key, server)
      return realDial('127.0.0.1', portOf(await server), signal)
    },
    close() {
      for (const server of ports.values()) void server.then((open) => open.close())
      ports.clear()
      listeners.clear()
    },
  }
}

const endpoint = (address: string, port: number): string => `${address} ${port}`

function closingOnce(run: () => void): Listener {
  let done = false
  return {
    close() {
      if (!done) run()
      done = true
    },
  }
}

async function openPort(accept: Accept): Promise<Server> {
  const server = createServer({ noDelay: true }, accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return server
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the port was closed')
  return address.port
}

function systemError(code: string, address: string, port: number): Error {
  return Object.assign(new Error(`connect ${code} ${address}:${port}`), { code, address, port, syscall: 'connect' })
}
