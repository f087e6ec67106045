import { beforeAll, expect, test } from 'vitest'
import { parseEndpoint } from '../../../src/proxmox/client/connect.ts'
import { type Dial, realDial } from '../../../src/world/dial.ts'
import { answer, type Certificates, clientOf, makeCertificates, startServer } from './support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const start = '/nodes/{node}/qemu/{vmid}/status/start'
const vm = { node: 'pve1', vmid: 100 }

/** Hosts of a cluster by name; a host without a server refuses connections. */
function clusterOf(names: readonly string[]) {
  const ports = new Map<string, number>()
  const dialled: string[] = []
  const dial: Dial = async (host, _port, signal) => {
    dialled.push(host)
    const port = ports.get(host)
    if (port !== undefined) return await realDial('127.0.0.1', port, signal)
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const [first, ...others] = names.map((name) => parseEndpoint(`https://${name}:8006`))
  if (first === undefined) throw new Error('a cluster has hosts')
  return { ports, dialled, world: { dial }, endpoints: [first, ...others] as const }
}

test('the next endpoint is asked when the first is down, and stays the one that is asked', async () => {
  const { ports, dialled, world, endpoints } = clusterOf(['pve1', 'pve2', 'pve3'])
  const server = await startServer((_, response) => answer(response, 'ok'), certificates)
  ports.set('pve2', server.port)
  const { client } = clientOf([server], { endpoints, world })
  expect(await client.post(start, vm)).toBe('ok')
  expect(dialled).toEqual(['pve1', 'pve2'])
  expect(await client.post(start, vm)).toBe('ok')
  expect(dialled).toEqual(['pve1', 'pve2', 'pve2'])
  ports.clear()
  ports.set('pve1', server.port)
  expect(await client.post(start, vm)).toBe('ok')
  expect(dialled.slice(3)).toEqual(['pve2', 'pve3', 'pve1'])
  expect(server.seen).toHaveLength(3)
  await server.close()
})

test('a write that broke on one endpoint is not sent to another', async () => {
  const { ports, dialled, world, endpoints } = clusterOf(['pve1', 'pve2'])
  const server = await startServer((_, response) => response.socket?.destroy(), certificates)
  ports.set('pve1', server.port).set('pve2', server.port)
  const { client } = clientOf([server], { endpoints, world })
  await expect(client.post(start, vm)).rejects.toMatchObject({ code: 'proxmox-connection-lost' })
  expect(dialled).toEqual(['pve1'])
  await server.close()
})

test('when none can be reached from the start, all are named and nothing is waited for', async () => {
  const { world, endpoints, dialled } = clusterOf(['pve1', 'pve2'])
  const server = await startServer((_, response) => answer(response, 'ok'), certificates)
  const { client, clock } = clientOf([server], { endpoints, world })
  await expect(client.get('/version', {})).rejects.toThrow(
    'cannot connect to https://pve1:8006: connection refused; cannot connect to https://pve2:8006: connection refused',
  )
  expect(dialled).toEqual(['pve1', 'pve2'])
  expect(clock.waits).toEqual([])
  await server.close()
})

test('a server that answered before is waited for while it restarts, also by a write', async () => {
  const { ports, world, endpoints, dialled } = clusterOf(['pve1'])
  const server = await startServer((_, response) => answer(response, 'ok'), certificates)
  ports.set('pve1', server.port)
  const restarting: Dial = (host, port, signal) => {
    if (dialled.length === 3) ports.set('pve1', server.port)
    return world.dial(host, port, signal)
  }
  const { client, clock } = clientOf([server], { endpoints, world: { dial: restarting } })
  expect(await client.post(start, vm)).toBe('ok')
  ports.clear()
  expect(await client.post(start, vm)).toBe('ok')
  expect(clock.waits).toEqual([1000, 2000])
  expect(server.seen).toHaveLength(2)
  await server.close()
})
