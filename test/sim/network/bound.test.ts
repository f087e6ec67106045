import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { expect, test } from 'vitest'
import { boundNetwork } from '../../../sim/network/bound.ts'
import { acceleratedClock } from '../../../sim/world/clock.ts'

// Only Linux has every address of the loopback network without being told.
test.skipIf(process.platform !== 'linux')(
  'any program reaches a loopback address of the world, and a VIP moves',
  async () => {
    const failures: string[] = []
    const network = boundNetwork(acceleratedClock(1000), (message) => failures.push(message))
    const answering = (text: string) => network.listen('127.31.7.9', 38_006, (socket) => socket.end(text))
    const ask = async () => {
      const socket = connect(38_006, '127.31.7.9')
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      await once(socket, 'close')
      return Buffer.concat(chunks).toString()
    }
    const first = answering('first')
    await expect.poll(ask).toBe('first')
    const second = answering('second')
    expect(await ask()).toBe('second')
    second.close()
    expect(await ask()).toBe('first')
    first.close()
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
    network.close()
    expect(failures).toEqual([])
  },
)
