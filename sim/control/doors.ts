import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LISTEN_PROTOCOL } from '../../src/world/tunnel-listen.ts'
import type { Listener, Network } from '../network/network.ts'

/** An address of the world at which a program outside of it listens. */
interface Door {
  /** Connections of the program through which nobody talks yet. */
  readonly waiting: Duplex[]
  /** Those who came and found none. */
  readonly visitors: Duplex[]
  readonly listener: Listener
}

/** Takes over a connection of a program that listens at an address, as its path says; it is one until it goes. */
export function openDoors(listen: Network['listen']): (asked: IncomingMessage, client: Duplex) => void {
  const doors = new Map<string, Door>()

  const open = (key: string, address: string, port: number): Door => {
    const door: Door = {
      waiting: [],
      visitors: [],
      listener: listen(address, port, (socket) => {
        door.visitors.push(socket)
        introduce(door)
      }),
    }
    doors.set(key, door)
    return door
  }
  return (asked, client) => {
    const [, address = '', port = ''] = /^\/listen\/((?:[\w.-]|%3A)+)\/(\d+)$/.exec(asked.url ?? '') ?? []
    if (address === '' || asked.headers.upgrade !== LISTEN_PROTOCOL) return void client.destroy()
    const key = `${address} ${port}`
    const door = doors.get(key) ?? open(key, decodeURIComponent(address), Number(port))
    client.on('error', () => client.destroy())
    client.on('close', () => {
      const place = door.waiting.indexOf(client)
      if (place >= 0) door.waiting.splice(place, 1)
      if (door.waiting.length > 0 || doors.get(key) !== door) return
      doors.delete(key)
      door.listener.close()
      for (const visitor of door.visitors) visitor.destroy()
    })
    client.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${LISTEN_PROTOCOL}\r\n\r\n`)
    door.waiting.push(client)
    introduce(door)
  }
}

function introduce({ waiting, visitors }: Door): void {
  while (waiting.length > 0 && visitors.length > 0) {
    const [client, visitor] = [waiting.shift(), visitors.shift()]
    if (client === undefined || visitor === undefined) return
    client.write(Buffer.of(1))
    visitor.on('error', () => client.destroy())
    visitor.on('close', () => client.destroy())
    client.on('close', () => visitor.destroy())
    visitor.pipe(client).pipe(visitor)
  }
}
