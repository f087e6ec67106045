import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { mappedNetwork } from '../../sim/network/mapped.ts'
import { fetchSeed } from '../../sim/talos/network/fetch-seed.ts'
import { acceleratedClock } from '../../sim/world/clock.ts'
import { openConfigServer } from '../../src/run/config-server.ts'
import { realListen } from '../../src/world/listen.ts'
import { createRedaction } from '../../src/world/redaction.ts'
import { resolved, smallCluster } from '../resolve/resolved.ts'
import { quickBundle } from '../sim/talos/lab.ts'

const seed = { userData: 'machine: { token: secret }\n', metaData: 'hostname: a\n', networkConfig: 'version: 1\n' }
const files = { 'user-data': seed.userData, 'meta-data': seed.metaData, 'network-config': seed.networkConfig }
const at = { address: '192.168.1.5', port: 8480 }
const bundle = await quickBundle(new Date())
const { machines } = await resolved({ ...smallCluster, controlPlane: { count: 2 } })
const [one, other] = machines
if (one === undefined || other === undefined) throw new Error('two machines are needed')
const { signal } = new AbortController()

function open() {
  const network = mappedNetwork(acceleratedClock(1000))
  const redaction = createRedaction()
  const options = { at, secrets: async () => bundle, redaction }
  const listen: typeof realListen = async (address, port, accept) => network.listen(address, port, accept)
  const server = openConfigServer({ ...options, listen })
  const fetching = (url: string) => fetchSeed(network.dial, url, signal)
  const close = () => {
    server.close()
    network.close()
  }
  return { server, redaction, network, fetching, close }
}

describe('configs that machines fetch', () => {
  test('are there for those who know the path, until they are withdrawn', async () => {
    const { server, fetching, close } = open()
    const url = await server.offer(one, seed)
    expect(url).toMatch(/^http:\/\/192\.168\.1\.5:8480\/talmox\/[\w-]{43}\/$/)
    expect(server.wasFetched(one.uuid)).toBe(false)
    expect(await fetching(url)).toEqual(files)
    expect(server.wasFetched(one.uuid)).toBe(true)
    server.withdraw(one.uuid)
    expect(await fetching(url)).toEqual({})
    expect(server.wasFetched(one.uuid)).toBe(true)
    close()
  })

  test('have a path for each machine, the same in the next run, and nothing is found beside', async () => {
    const { server, fetching, close } = open()
    const urls = [await server.offer(one, seed), await server.offer(other, { ...seed, userData: 'other' })]
    expect(new Set(urls).size).toBe(2)
    expect(await fetching(urls[1] ?? '')).toMatchObject({ 'user-data': 'other' })
    for (const wrong of ['http://192.168.1.5:8480/', 'http://192.168.1.5:8480/talmox/', `${urls[0]}x/`]) {
      expect(await fetching(wrong)).toEqual({})
    }
    close()
    const next = open()
    expect(await next.server.offer(one, seed)).toBe(urls[0])
    next.close()
  })

  test('are no longer served when the run ends, and nothing listens before the first', async () => {
    const { server, network, fetching, close } = open()
    await expect(network.dial(at.address, at.port, signal)).rejects.toMatchObject({ code: 'EHOSTUNREACH' })
    const url = await server.offer(one, seed)
    server.close()
    await expect.poll(() => fetching(url).catch(({ code }) => code)).toMatch(/EHOSTUNREACH|ECONNREFUSED/)
    close()
  })

  test('hold nobody up: who has not asked to the end is hung up on with the run, and so is who comes as one too many', async () => {
    const { server, network, fetching, close } = open()
    const url = await server.offer(one, seed)
    const slow = await Promise.all(
      Array.from({ length: 256 }, () => network.dial(at.address, at.port, new AbortController().signal)),
    )
    for (const socket of slow) socket.on('error', () => undefined).write('GET /talmox/')
    await expect(fetching(url)).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) })
    const ends = slow.map((socket) => once(socket.resume(), 'close'))
    server.close()
    await Promise.all(ends)
    close()
  })

  test('are at a path that is masked wherever it is written, also as SMBIOS has it', async () => {
    const { server, redaction, close } = open()
    const url = await server.offer(one, seed)
    const word = url.split('/').at(-2) ?? ''
    const serial = Buffer.from(`ds=nocloud-net;s=${url}`).toString('base64')
    expect(redaction.mask(`${url} ${serial}`)).not.toContain(word)
    expect(Buffer.from(redaction.mask(serial), 'base64').toString()).not.toContain(word)
    close()
  })
})

test('an address that is not of this computer is refused with the way out', async () => {
  const redaction = createRedaction()
  const options = {
    listen: realListen,
    at: { address: '192.0.2.77', port: 8480 },
    secrets: async () => bundle,
    redaction,
  }
  const server = openConfigServer(options)
  await expect(server.offer(one, seed)).rejects.toMatchObject({
    code: 'config-server',
    message: '192.0.2.77 port 8480 cannot be listened on for machines: EADDRNOTAVAIL',
    hint: 'talos.configServer has to name an address of this computer and a port that is free',
  })
  server.close()
})
