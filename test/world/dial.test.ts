import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { realDial } from '../../src/world/dial.ts'

const never = new AbortController().signal

test('a dialled connection is open when it is handed over', async () => {
  const server = createServer((socket) => socket.end('hello'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const socket = await realDial('127.0.0.1', address.port, never)
  expect(socket.connecting).toBe(false)
  expect((await socket.toArray()).join('')).toBe('hello')
  server.close()
  await once(server, 'close')
  await expect(realDial('127.0.0.1', address.port, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a signal ends the dialling', async () => {
  await expect(realDial('127.0.0.1', 1, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})
