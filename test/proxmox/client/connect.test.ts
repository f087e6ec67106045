import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectSecurely, contextOf, parseEndpoint } from '../../../src/proxmox/client/connect.ts'
import { isProxmoxError, type ProxmoxError } from '../../../src/proxmox/client/error.ts'
import { readTrust, type Trust } from '../../../src/proxmox/client/trust.ts'
import { type Dial, realDial } from '../../../src/world/dial.ts'
import { answer, type Certificates, clientOf, makeCertificates, portOf, startServer, withServer } from './support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const version = { version: '9.2.11', release: '9.2' }

/** What a call under this trust ends with, and how many requests reached the server. */
async function attempt(
  trust: (server: { fingerprint: string; ca: string }) => Promise<Trust> | Trust,
  from = certificates,
) {
  const server = await startServer((_, response) => answer(response, version), from)
  const { client, warnings } = clientOf([server], { trust: await trust(server) })
  const end = await client.get('/version', {}).catch((error: unknown) => error)
  client.close()
  await server.close()
  return { end, reached: server.seen.length, warnings, server }
}

async function caFile(text: string, use: (file: string) => Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'talmox-ca-'))
  const file = path.join(folder, 'ca.pem')
  await writeFile(file, text)
  await use(file).finally(() => rm(folder, { recursive: true }))
}

const failure = (end: unknown): ProxmoxError => {
  if (isProxmoxError(end)) return end
  throw new Error(`not a failed call: ${String(end)}`)
}

describe('a certificate is accepted', () => {
  test('when it chains to the CA in the file', async () => {
    await caFile(certificates.authority.crt, async (file) => {
      expect((await attempt(() => readTrust({ caFile: file }))).end).toEqual(version)
    })
  })
  test('when the system trusts its CA', async () => {
    await caFile(certificates.authority.crt, async (file) => {
      expect((await attempt(() => readTrust({}, { SSL_CERT_FILE: file }))).end).toEqual(version)
      expect((await attempt(() => readTrust({}, { NODE_EXTRA_CA_CERTS: file }))).end).toEqual(version)
    })
  })
  test('when one of the pinned fingerprints is its own, in either case', async () => {
    const other = Array(32).fill('00').join(':')
    const trust = ({ fingerprint }: { fingerprint: string }) =>
      readTrust({ fingerprint: [other, fingerprint.toLowerCase()] })
    expect((await attempt(trust)).end).toEqual(version)
  })
  test('in insecure mode, with one warning', async () => {
    const { end, warnings } = await attempt(() => readTrust({ insecure: true }))
    expect(end).toEqual(version)
    expect(warnings).toEqual([expect.stringContaining('the certificate of Proxmox is not checked')])
  })
})

describe('nothing is sent', () => {
  test('when no pinned fingerprint fits, and the one that was seen is shown', async () => {
    const pin = Array(32).fill('AB').join(':')
    const { end, reached, server } = await attempt(() => readTrust({ fingerprint: [pin], insecure: true }))
    expect(failure(end)).toMatchObject({ code: 'proxmox-fingerprint', again: 'never' })
    expect(failure(end).message).toContain(server.fingerprint)
    expect(reached).toBe(0)
  })
  test('when nobody vouches for the certificate, and the hint shows how to pin it', async () => {
    const { end, reached, server } = await attempt(() => readTrust({}))
    expect(failure(end).code).toBe('proxmox-certificate')
    expect(failure(end).message).toContain('not signed by an authority that is known here')
    expect(failure(end).hint).toContain(`proxmox.tls.fingerprint: "${server.fingerprint}"`)
    expect(reached).toBe(0)
  })
  test('when another CA is given', async () => {
    const other = await makeCertificates()
    await caFile(other.authority.crt, async (file) => {
      const { end, reached } = await attempt(() => readTrust({ caFile: file }))
      expect(failure(end).code).toBe('proxmox-certificate')
      expect(reached).toBe(0)
    })
  })
  test('when the certificate is made out to other names', async () => {
    await caFile(certificates.authority.crt, async (file) => {
      const server = await startServer((_, response) => answer(response, version), certificates)
      const dial: Dial = (_host, _port, signal) => realDial('127.0.0.1', server.port, signal)
      const trust = await readTrust({ caFile: file })
      const known = clientOf([server], { trust, endpoints: [parseEndpoint('https://pve1.lan:8006')], world: { dial } })
      expect(await known.client.get('/version', {})).toEqual(version)
      const { client } = clientOf([server], {
        trust,
        endpoints: [parseEndpoint('https://pve9.lan:8006')],
        world: { dial },
      })
      const error = failure(await client.get('/version', {}).catch((reason: unknown) => reason))
      expect(error.message).toContain('made out to other names (IP Address:127.0.0.1, DNS:localhost, DNS:pve1.lan)')
      expect(server.seen).toHaveLength(1)
      known.client.close()
      await server.close()
    })
  })
  test('when the certificate has expired', async () => {
    const old = await makeCertificates(new Date('2024-01-01T00:00:00Z'))
    await caFile(old.authority.crt, async (file) => {
      const { end, reached } = await attempt(() => readTrust({ caFile: file }), old)
      expect(failure(end).message).toContain('its certificate has expired')
      expect(reached).toBe(0)
    })
  })
})

describe('a CA file that cannot be used is named', () => {
  test('because it is missing', async () => {
    await expect(readTrust({ caFile: '/nowhere/ca.pem' })).rejects.toThrow('caFile /nowhere/ca.pem: no such file')
  })
  test.each(['hello', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
    'because it holds no certificate: %j',
    async (text) => {
      await caFile(text, async (file) => {
        await expect(readTrust({ caFile: file })).rejects.toThrow('no PEM certificate in it')
      })
    },
  )
})

describe('a connection that does not come about is explained', () => {
  const anything: Trust = { kind: 'anything' }
  const trust = { trust: anything, context: contextOf(anything) }
  const connectWith = (dial: Dial) =>
    connectSecurely(parseEndpoint('https://pve1.lan:8006'), trust, dial, 10_000).then(
      () => undefined,
      (error: unknown) => failure(error),
    )

  test.each([
    ['ENOTFOUND', 'its name cannot be resolved'],
    ['EAI_AGAIN', 'its name cannot be resolved'],
    ['ECONNREFUSED', 'connection refused'],
    ['EHOSTUNREACH', 'there is no way to it in the network'],
    ['ETIMEDOUT', 'no connection in time'],
  ])('%s: %s', async (code, words) => {
    const error = await connectWith(() => Promise.reject(Object.assign(new Error('system'), { code })))
    expect(error?.message).toBe(`cannot connect to https://pve1.lan:8006: ${words}`)
    expect(error?.code).toBe('proxmox-unreachable')
    expect(error?.hint).toBeDefined()
  })

  test('a server that speaks plain HTTP', async () => {
    const server = await startServer((_, response) => answer(response, version), certificates, { plain: true })
    const error = await connectWith((_host, _port, signal) => realDial('127.0.0.1', server.port, signal))
    expect(error).toMatchObject({ code: 'proxmox-not-tls', again: 'never' })
    await server.close()
  })

  test.each([
    ['hangs up', (socket: { end: () => void }) => socket.end(), 10_000],
    ['says nothing', () => undefined, 50],
  ] as const)('a server that %s before the connection is secured', async (_, behave, timeout) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      behave(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = parseEndpoint(`https://127.0.0.1:${portOf(server)}`)
    await expect(connectSecurely(endpoint, trust, realDial, timeout)).rejects.toMatchObject({
      code: 'proxmox-unreachable',
    })
    server.close()
  })
})

test.each([
  ['https://pve1.lan:8006', 'pve1.lan', 8006, ''],
  ['https://pve1.lan:8006/', 'pve1.lan', 8006, ''],
  ['https://10.0.0.1:8006/api2/json', '10.0.0.1', 8006, ''],
  ['https://[fd00::1]:8006/api2/json/', 'fd00::1', 8006, ''],
  ['https://proxy.lan/pve/', 'proxy.lan', 443, '/pve'],
])('the endpoint %s is read as people mean it', (text, host, port, prefix) => {
  expect(parseEndpoint(text)).toMatchObject({ host, port, prefix })
})

test('a prefix of a reverse proxy is kept in every request', async () => {
  await withServer(
    certificates,
    (_, response) => answer(response, version),
    async ({ server }) => {
      const { client } = clientOf([server], { endpoints: [parseEndpoint(`${server.url}/pve`)] })
      await client.get('/version', {})
      client.close()
      expect(server.seen[0]?.url).toBe('/pve/api2/json/version')
    },
  )
})
