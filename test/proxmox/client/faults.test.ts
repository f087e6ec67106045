import { beforeAll, describe, expect, test } from 'vitest'
import { answer, type Certificates, makeCertificates, refuse, withServer } from './support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const start = '/nodes/{node}/qemu/{vmid}/status/start'
const vm = { node: 'pve1', vmid: 100 }
const lockTimeout = "can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout"

describe('connections that end', () => {
  test('a kept connection that the server closes meanwhile costs a read nothing', async () => {
    const usedBefore = new Set<number>()
    await withServer(
      certificates,
      (request, response) => {
        if (usedBefore.has(request.connection)) response.socket?.destroy()
        else answer(response, request.connection)
        usedBefore.add(request.connection)
      },
      async ({ client, server, clock }) => {
        expect(await client.get('/version', {})).toBe(1)
        expect(await client.get('/version', {})).toBe(2)
        expect(server.seen.map(({ connection }) => connection)).toEqual([1, 1, 2])
        expect(clock.waits).toEqual([])
      },
    )
  })

  test('reads share a connection, a write always has one of its own', async () => {
    await withServer(
      certificates,
      (_, response) => answer(response, null),
      async ({ client, server }) => {
        await client.get('/version', {})
        await client.get('/version', {})
        await client.post(start, vm)
        await client.delete('/pools', { poolid: 'k8s' })
        expect(server.seen.map(({ connection }) => connection)).toEqual([1, 1, 2, 3])
      },
    )
  })

  test('a write whose connection breaks is not repeated: its outcome is unknown', async () => {
    await withServer(
      certificates,
      (_, response) => response.socket?.destroy(),
      async ({ client, server }) => {
        await expect(client.post(start, vm)).rejects.toMatchObject({
          code: 'proxmox-connection-lost',
          again: 'unknown',
          call: 'POST /nodes/pve1/qemu/100/status/start',
        })
        expect(server.seen).toHaveLength(1)
      },
    )
  })

  test('an answer that breaks off is read again', async () => {
    const broken = ['half', 'cut']
    await withServer(
      certificates,
      (_, response) => {
        const how = broken.shift()
        if (how === undefined) return answer(response, 'whole')
        response.writeHead(200, { 'Content-Length': how === 'half' ? 100 : 11, 'Content-Type': 'application/json' })
        response.write('{"data":"wh', () => (how === 'half' ? response.socket?.destroy() : response.end()))
      },
      async ({ client, clock }) => {
        expect(await client.get('/version', {})).toBe('whole')
        expect(clock.waits).toEqual([1000, 2000])
      },
    )
  })

  test('an answer that trickles in for ever ends at the deadline', async () => {
    let timer: NodeJS.Timeout | undefined
    await withServer(
      certificates,
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        timer = setInterval(() => response.write(' '), 10)
      },
      async ({ client }) => {
        await expect(client.get('/version', {}, { deadline: 150, retry: false })).rejects.toMatchObject({
          code: 'proxmox-too-slow',
          again: 'unknown',
        })
        clearInterval(timer)
      },
    )
  })

  test('an answer without end is cut off at the limit', async () => {
    const chunk = Buffer.alloc(1 << 20, ' ')
    await withServer(
      certificates,
      (_, response) => {
        const pour = () => {
          while (!response.destroyed && response.write(chunk));
        }
        response.on('drain', pour)
        response.on('error', () => undefined)
        pour()
      },
      async ({ client, server }) => {
        await expect(client.get('/version', {})).rejects.toThrow('the answer to GET /version is larger than 32 MiB')
        expect(server.seen).toHaveLength(1)
      },
    )
  })

  test('whoever asked may stop waiting', async () => {
    const controller = new AbortController()
    await withServer(
      certificates,
      () => controller.abort(new Error('interrupted')),
      async ({ client, server }) => {
        await expect(client.get('/version', {}, { signal: controller.signal })).rejects.toThrow('interrupted')
        expect(server.seen).toHaveLength(1)
      },
    )
  })
})

describe('answers that are not those of Proxmox', () => {
  test.each([
    ['a web page', 200, 'text/html', '<!doctype html><title>Welcome</title>', 'proxmox-not-api'],
    ['a page not found', 404, 'text/plain', 'not found', 'proxmox-not-api'],
    ['an error page', 500, 'text/html', '<html><body>oops</body></html>', 'proxmox-not-api'],
    ['a page of a gateway', 502, 'text/html', '<html>bad gateway</html>', 'proxmox-gateway'],
    ['JSON without data', 200, 'application/json', '{"hello":1}', 'proxmox-answer'],
    ['something else', 200, 'application/json', '[1,2]', 'proxmox-answer'],
  ])('%s', async (_, status, type, text, code) => {
    await withServer(
      certificates,
      (_request, response) => response.writeHead(status, { 'Content-Type': type }).end(text),
      async ({ client }) => {
        await expect(client.get('/version', {}, { retry: false })).rejects.toMatchObject({ code, status })
      },
    )
  })

  test('a redirection is not followed, since it would carry the token elsewhere', async () => {
    await withServer(
      certificates,
      (_, response) => response.writeHead(301, { Location: 'https://elsewhere.lan/' }).end(),
      async ({ client, server }) => {
        await expect(client.get('/version', {})).rejects.toThrow('a redirection to https://elsewhere.lan/')
        expect(server.seen).toHaveLength(1)
      },
    )
  })
})

describe('trying again', () => {
  test('a lock that is held twice is waited for, then the write goes through', async () => {
    let held = 2
    await withServer(
      certificates,
      (_, response) => (held-- > 0 ? refuse(response, 500, lockTimeout) : answer(response, 'done')),
      async ({ client, server, clock }) => {
        expect(await client.post(start, vm)).toBe('done')
        expect(server.seen).toHaveLength(3)
        expect(clock.waits).toEqual([1250, 2500])
      },
      { world: { random: () => 1 } },
    )
  })

  test('after five tries the lock is reported', async () => {
    await withServer(
      certificates,
      (_, response) => refuse(response, 500, lockTimeout),
      async ({ client, server, clock }) => {
        await expect(client.post(start, vm)).rejects.toMatchObject({ code: 'proxmox-lock-timeout', status: 500 })
        expect(server.seen).toHaveLength(5)
        expect(clock.waits).toEqual([1000, 2000, 4000, 8000])
      },
    )
  })

  test.each([
    [400, 'Parameter verification failed.'],
    [401, 'No ticket'],
    [403, 'Permission check failed (/vms/100, VM.PowerMgmt)'],
    [500, 'VM 100 already running'],
    [501, "Method 'POST /x' not implemented"],
  ])('%i %s is final', async (status, reason) => {
    await withServer(
      certificates,
      (_, response) => refuse(response, status, reason),
      async ({ client, server }) => {
        await expect(client.post(start, vm)).rejects.toMatchObject({ status, again: 'never' })
        await expect(client.get('/version', {})).rejects.toMatchObject({ status })
        expect(server.seen).toHaveLength(2)
      },
    )
  })

  test.each([595, 596, 599])('%i is repeated for a read, and for a write only after a look', async (status) => {
    let failures = 1
    await withServer(
      certificates,
      (_, response) => (failures-- > 0 ? refuse(response, status, 'Connection timed out') : answer(response, 'task')),
      async ({ client, server }) => {
        expect(await client.get('/version', {})).toBe('task')
        failures = 1
        await expect(client.post(start, vm)).rejects.toMatchObject({
          code: 'proxmox-host-unreachable',
          again: 'unknown',
        })
        failures = 1
        const done = { reread: async () => ({ data: 'it was done' }) }
        expect(await client.post(start, vm, done)).toBe('it was done')
        failures = 1
        expect(await client.post(start, vm, { reread: async () => undefined })).toBe('task')
        expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'POST', 'POST', 'POST'])
      },
    )
  })

  test('a write of unknown outcome is looked for once more after the last try', async () => {
    let looks = 0
    await withServer(
      certificates,
      (_, response) => refuse(response, 596, 'Broken pipe'),
      async ({ client, server }) => {
        const reread = async () => (++looks === 5 ? { data: 'late' } : undefined)
        expect(await client.post(start, vm, { reread })).toBe('late')
        expect(server.seen).toHaveLength(5)
      },
    )
  })
})

test.each(['.', '..'])(
  'a name that would lead to another path, %s, is refused before anything is sent',
  async (node) => {
    await withServer(
      certificates,
      (_, response) => response.writeHead(500).end(),
      async ({ client, server }) => {
        await expect(client.get('/nodes/{node}/qemu', { node })).rejects.toMatchObject({
          code: 'proxmox-parameters',
          message: `node of /nodes/{node}/qemu cannot be ${node}`,
        })
        expect(server.seen).toEqual([])
      },
    )
  },
)

test.each([
  ['some hundred', 500],
  ['a hundred thousand', 100_000],
])('a refusal with %s faults is a message of readable length', async (_, faults) => {
  const errors = Object.fromEntries(Array.from({ length: faults }, (_each, index) => [`p${index}`, 'wrong']))
  await withServer(
    certificates,
    (_request, response) => refuse(response, 400, 'Parameter verification failed.', errors),
    async ({ client }) => {
      const error = await client.get('/version', {}).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'proxmox-parameters', status: 400 })
      expect(String(error)).toContain('Parameter verification failed.')
      expect(String(error).length).toBeLessThan(2200)
    },
  )
})
