import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { mappedNetwork } from '../../../sim/network/mapped.ts'
import { acceleratedClock } from '../../../sim/world/clock.ts'

function network() {
  const made = mappedNetwork(acceleratedClock(1000))
  onTestFinished(() => made.close())
  return made
}

const never = new AbortController().signal

async function heard(made: ReturnType<typeof network>, address: string): Promise<string> {
  const socket = await made.dial(address, 50000, never)
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data)
}

test('whoever listens at an address answers there', async () => {
  const made = network()
  made.listen('192.168.1.211', 50000, (socket) => socket.end('one'))
  made.listen('192.168.1.212', 50000, (socket) => socket.end('two'))
  expect(await heard(made, '192.168.1.212')).toBe('two')
  expect(await heard(made, '192.168.1.211')).toBe('one')
})

test('an address that moves is answered by its new owner, also after the old one lets go', async () => {
  const made = network()
  const old = made.listen('192.168.1.210', 50000, (socket) => socket.end('old'))
  expect(await heard(made, '192.168.1.210')).toBe('old')
  made.listen('192.168.1.210', 50000, (socket) => socket.end('new'))
  old.close()
  expect(await heard(made, '192.168.1.210')).toBe('new')
})

test('a machine without the service refuses, an address without a machine is unreachable', async () => {
  const made = network()
  const machine = made.attach('192.168.1.211')
  await expect(made.dial('192.168.1.211', 50000, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  machine.close()
  machine.close()
  await expect(made.dial('192.168.1.211', 50000, never)).rejects.toMatchObject({ code: 'EHOSTUNREACH' })
})
