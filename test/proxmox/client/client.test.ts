import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { ParametersOf } from '../../../src/proxmox/client/call-types.ts'
import type { ProxmoxClient } from '../../../src/proxmox/client/client.ts'
import { answer, type Certificates, makeCertificates, refuse, TOKEN, withServer } from './support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const vm = '/nodes/{node}/qemu/{vmid}/config'

describe('what goes over the wire', () => {
  test('a read has its parameters in the path and in the query, and the token in a header', async () => {
    await withServer(
      certificates,
      (_, response) => answer(response, { cores: 2 }),
      async ({ client, server }) => {
        expect(await client.get(vm, { node: 'pve1', vmid: 100, current: true })).toEqual({ cores: 2 })
        const [request] = server.seen
        expect(request).toMatchObject({
          method: 'GET',
          url: '/api2/json/nodes/pve1/qemu/100/config?current=1',
          body: '',
        })
        expect(request?.headers.authorization).toBe(`PVEAPIToken=${TOKEN}`)
        expect(request?.headers['content-length']).toBeUndefined()
      },
    )
  })

  test('a write is a form of known length, with booleans as digits and plus signs escaped', async () => {
    await withServer(
      certificates,
      (_, response) => answer(response, null),
      async ({ client, server }) => {
        await client.put(vm, { node: 'pve1', vmid: 100, onboot: true, acpi: false, cores: 4, description: 'a+b c&d' })
        await client.post('/nodes/{node}/qemu/{vmid}/status/stop', { node: 'pve1', vmid: 100 })
        const [put, post] = server.seen
        expect(put?.body).toBe('onboot=1&acpi=0&cores=4&description=a%2Bb+c%26d')
        expect(put?.headers).toMatchObject({
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(put?.body.length),
        })
        expect(put?.headers['transfer-encoding']).toBeUndefined()
        expect(post?.headers['content-length']).toBe('0')
      },
    )
  })

  test('a list is a repeated key, and a delete has no body', async () => {
    await withServer(
      certificates,
      (_, response) => answer(response, null),
      async ({ client, server }) => {
        const map = ['id=1,node=a', 'id=2,node=b']
        await client.post('/cluster/mapping/pci', { id: 'gpu', map })
        const volume = 'local:iso/talos 1+2.iso'
        await client.delete('/nodes/{node}/storage/{storage}/content/{volume}', {
          node: 'pve1',
          storage: 'local',
          volume,
          delay: 5,
        })
        const [post, del] = server.seen
        expect(new URLSearchParams(post?.body).getAll('map')).toEqual(map)
        expect(del?.url).toBe('/api2/json/nodes/pve1/storage/local/content/local%3Aiso%2Ftalos%201%2B2.iso?delay=5')
        expect(del?.headers['content-length'] ?? '0').toBe('0')
      },
    )
  })

  test('at most eight calls about one host are under way at once, and all are answered', async () => {
    const underWay: (() => void)[] = []
    const counts: number[] = []
    const release = () => {
      counts.push(underWay.length)
      for (const finish of underWay.splice(0)) finish()
    }
    await withServer(
      certificates,
      (request, response) => {
        underWay.push(() => answer(response, request.url))
        // A ninth call would have come until then.
        if (underWay.length === 8) setTimeout(release, 30)
      },
      async ({ client }) => {
        const all = await Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            client.get('/nodes/{node}/qemu/{vmid}/config', { node: 'pve1', vmid: 100 + index }),
          ),
        )
        expect(all).toEqual(all.map((_, index) => `/api2/json/nodes/pve1/qemu/${100 + index}/config`))
        expect(counts).toEqual([8, 8, 8, 8, 8])
      },
    )
  })
})

describe('what is logged', () => {
  test('every exchange has a number, its parameters and its end, and secrets are masked', async () => {
    await withServer(
      certificates,
      (request, response) => (request.method === 'PUT' ? refuse(response, 500, 'no') : answer(response, [])),
      async ({ client, lines, server }) => {
        await client.get('/nodes', {})
        await client
          .put(vm, { node: 'pve1', vmid: 100, cores: 2, cipassword: 'hunter2', sshkeys: 'ssh-ed25519 AAAA me' })
          .catch(() => undefined)
        const shown = lines.map((line) => line.replace(/\d+ ms$/, 'N ms').replace(server.url, 'SERVER'))
        expect(shown).toEqual([
          '#1 GET /nodes: 200 from SERVER, N ms',
          '#2 PUT /nodes/pve1/qemu/100/config cores=2 cipassword=****** sshkeys=******: 500 from SERVER, N ms',
        ])
      },
    )
  })
})

test('calls are typed by path: wrong parameters do not compile', () => {
  expectTypeOf<ParametersOf<'GET', '/nodes/{node}/qemu/{vmid}/config'>>().toHaveProperty('vmid').toEqualTypeOf<number>()
  expectTypeOf<{ node: string }>().not.toExtend<ParametersOf<'GET', '/nodes/{node}/qemu/{vmid}/config'>>()
  expectTypeOf<'/nodes/{node}/qemu/{vmid}/nonsense'>().not.toExtend<Parameters<ProxmoxClient['get']>[0]>()
})

test('a path without its parameter is a bug and never becomes a request', async () => {
  await withServer(
    certificates,
    (_, response) => answer(response, null),
    async ({ client, server }) => {
      await expect(client.get(vm, { node: '', vmid: 100 })).rejects.toThrow('lacks its parameter node')
      expect(server.seen).toEqual([])
    },
  )
})
