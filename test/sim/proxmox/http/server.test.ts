import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { serveHost } from '../../../../sim/proxmox/http/server.ts'
import { createClient } from '../../../../sim/replay/http-client.ts'
import { smallWorld, withWorld } from '../../harness.ts'

/** Everything that a server says to raw bytes until it closes, or until `enough` of it has come. */
function talk(
  port: number,
  bytes: string,
  tls: boolean,
  enough: (said: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      : connectPlain(port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
      if (enough(said)) socket.destroy()
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
    socket.write(bytes)
  })
}

const token = 'Authorization: PVEAPIToken=ops@pve!ci=00000000-0000-4000-8000-000000000001'

test('whoever forgets the s of https is sent there', () =>
  withWorld(async ({ port }) => {
    const get = await talk(port, `GET /api2/json/version HTTP/1.1\r\nHost: pve:8006\r\n\r\n`, false)
    expect(get).toMatch(/^HTTP\/1.1 301 Moved Permanently\r\n/)
    expect(get).toContain('Location: https://pve:8006/api2/json/version\r\n')
    const post = await talk(port, `POST /x HTTP/1.1\r\nHost: pve:8006\r\nContent-Length: 0\r\n\r\n`, false)
    expect(post).toMatch(/^HTTP\/1.1 308 Permanent Redirect\r\n/)
  }))

test('unprotected reads share a connection, anything handed on closes it', () =>
  withWorld(async ({ port }) => {
    const read = `GET /api2/json/version HTTP/1.1\r\nHost: a\r\n${token}\r\n\r\n`
    const two = await talk(port, read + read, true, (said) => said.split('"release"').length > 2)
    expect(two.match(/Connection: Keep-Alive/g)).toHaveLength(2)
    const handedOn = `GET /api2/json/cluster/status HTTP/1.1\r\nHost: a\r\n${token}\r\n\r\n`
    const one = await talk(port, handedOn + read, true)
    expect(one).toContain('Connection: close\r\nConnection: Keep-Alive\r\n')
    expect(one.match(/HTTP\/1.1 200 OK/g)).toHaveLength(1)
  }))

test('the hundredth request on a connection is the last', () =>
  withWorld(async ({ port }) => {
    const read = `GET /api2/json/version HTTP/1.1\r\nHost: a\r\n${token}\r\n\r\n`
    const said = await talk(port, read.repeat(101), true)
    expect(said.match(/HTTP\/1.1 200 OK/g)).toHaveLength(100)
  }))

test('a refusal of the caller has no body and no length', () =>
  withWorld(async ({ port }) => {
    const said = await talk(port, 'GET /api2/json/version HTTP/1.1\r\nHost: a\r\n\r\n', true)
    expect(said).toMatch(/^HTTP\/1.1 401 No ticket\r\n/)
    expect(said).not.toMatch(/Content-Length|Transfer-Encoding/)
    expect(said.endsWith('\r\n\r\n')).toBe(true)
  }))

test('large answers are compressed for those who can read that', () =>
  withWorld(async ({ ask }) => {
    const answer = await ask('GET', '/access/roles', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.headers['content-encoding']).toBe('gzip')
    const small = await ask('GET', '/version', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(small.headers).not.toHaveProperty('content-encoding')
  }))

test('a reason phrase in another script arrives', () =>
  withWorld(async ({ ask }) => {
    const answer = await ask('GET', '/pools/%C3%BC%E2%82%AC')
    expect(answer.status).toBe(403)
    const unknown = await ask('GET', '/%E2%82%AC')
    expect(unknown.reason).toBe("Method 'GET /€' not implemented")
  }))

test('a request for another node is handed on to it, and fails where it cannot be reached', async () => {
  const seed = { ...smallWorld, cluster: 'lab', nodes: ['pve1', 'pve2', 'pve3'] }
  await withWorld(async ({ sim, ask }) => {
    const [, second, third] = sim.world.hosts
    if (second === undefined || third === undefined) throw new Error('the world has too few hosts')
    third.online = false
    const far = await ask('GET', '/nodes/pve2/version')
    expect(far.headers.connection).toBe('close, Keep-Alive')
    const gone = await ask('GET', '/nodes/pve3/version')
    expect([gone.status, gone.reason]).toEqual([595, 'No route to host'])
    const server = await serveHost(sim, second, { address: '127.0.0.1', port: 0 })
    const client = createClient(new URL(`https://127.0.0.1:${server.port}`))
    const headers = { Authorization: token.slice('Authorization: '.length) }
    const near = await client.send({
      method: 'GET',
      path: '/api2/json/nodes/localhost/status',
      headers,
      body: undefined,
    })
    expect(near.status).toBe(200)
    const status = await client.send({ method: 'GET', path: '/api2/json/cluster/status', headers, body: undefined })
    expect(JSON.parse(status.text).data).toMatchObject([
      { type: 'cluster', name: 'lab', nodes: 3, quorate: 1 },
      { name: 'pve1', local: 0 },
      { name: 'pve2', local: 1 },
      { name: 'pve3', online: 0 },
    ])
    client.close()
    await server.close()
  }, seed)
})

test('release 8 has its own methods and privileges', () =>
  withWorld(
    async ({ ask, data }) => {
      expect(await data('GET', '/version')).toMatchObject({ release: '8.4' })
      expect((await ask('GET', '/cluster/ha/rules')).status).toBe(501)
      const old = await ask('POST', '/access/roles', { form: { roleid: 'r', privs: 'VM.Monitor' } })
      expect(old.status).toBe(200)
      const young = await ask('POST', '/access/roles', { form: { roleid: 's', privs: 'VM.GuestAgent.Audit' } })
      expect(JSON.parse(young.text).errors).toEqual({
        privs: "invalid format - invalid privilege 'VM.GuestAgent.Audit'\n",
      })
    },
    { ...smallWorld, flavour: '8.4' },
  ))

test('a hook sees a request before anything happens, and may refuse it', () =>
  withWorld(async ({ sim, ask }) => {
    const seen: string[] = []
    sim.hooks.before.push(({ method, node, caller }) => {
      seen.push(`${caller.id} ${method.verb} ${method.path} on ${node}`)
    })
    await ask('POST', '/pools', { form: { poolid: 'p1' } })
    await ask('POST', '/pools', { as: 'nobody@pve!none', form: { poolid: 'p2' } })
    expect(seen).toEqual(['ops@pve!ci POST /pools on pve1'])
  }))
