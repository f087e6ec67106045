import { beforeAll, describe, expect, test } from 'vitest'
import type { PasswordLogin } from '../../../src/proxmox/credentials/login.ts'
import { answer, type Certificates, type Handler, makeCertificates, refuse, withServer } from './support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const login: PasswordLogin = { kind: 'password', username: 'root@pam', password: 'correct horse', totp: undefined }
const start = '/nodes/{node}/qemu/{vmid}/status/start'
const vm = { node: 'pve1', vmid: 100 }
const HOUR = 3_600_000

/** Hands out numbered tickets, and accepts the passwords and tickets that it is told to. */
function ticketServer({ secondFactor = false } = {}) {
  const logins: Record<string, string>[] = []
  const revoked = new Set<string>()
  const handler: Handler = (request, response) => {
    if (request.url === '/api2/json/access/ticket') {
      const form = Object.fromEntries(new URLSearchParams(request.body))
      logins.push(form)
      const passwords = ['correct horse', 'totp:123456', ...logins.map((_, index) => ticketOf(index))]
      const { password = '' } = form
      if (!passwords.includes(password) || revoked.has(password)) return refuse(response, 401, 'authentication failure')
      if (secondFactor && password === 'correct horse') {
        return answer(response, { ticket: 'PVE:!tfa!challenge', CSRFPreventionToken: 'x', NeedTFA: 1 })
      }
      return answer(response, { ticket: ticketOf(logins.length), CSRFPreventionToken: `csrf-${logins.length}` })
    }
    const ticket = decodeURIComponent(/PVEAuthCookie=(.*)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
    if (ticket === '' || revoked.has(ticket)) return response.writeHead(401, 'No ticket').end()
    if (request.method !== 'GET' && request.headers.csrfpreventiontoken !== `csrf-${ticket.at(-1)}`) {
      return response.writeHead(401, 'Permission denied - invalid csrf token').end()
    }
    return answer(response, ticket)
  }
  const ticketOf = (number: number) => `PVE:root@pam:66E1F2A0::sig/+${number}`
  return { handler, logins, revoked, ticketOf }
}

describe('a token', () => {
  test('that is refused stays refused, and the answer without a body is explained', async () => {
    await withServer(
      certificates,
      (_, response) => response.writeHead(401, 'No ticket').end(),
      async ({ client, server }) => {
        await expect(client.get('/version', {})).rejects.toMatchObject({
          code: 'proxmox-authentication',
          message: 'Proxmox answered 401 to GET /version: No ticket',
          hint: expect.stringContaining('check `proxmox.credentials`'),
        })
        expect(server.seen).toHaveLength(1)
      },
    )
  })
})

describe('a ticket', () => {
  test('is asked for once, however many calls need it, and writes carry the CSRF token', async () => {
    const { handler, logins, ticketOf } = ticketServer()
    await withServer(
      certificates,
      handler,
      async ({ client, server }) => {
        const all = await Promise.all([client.get('/version', {}), client.get('/nodes', {}), client.post(start, vm)])
        expect(all).toEqual([ticketOf(1), ticketOf(1), ticketOf(1)])
        expect(logins).toEqual([{ username: 'root@pam', password: 'correct horse' }])
        const read = server.seen.find(({ url }) => url.endsWith('/version'))
        expect(read?.headers.csrfpreventiontoken).toBeUndefined()
        expect(read?.headers.authorization).toBeUndefined()
      },
      { login },
    )
  })

  test('is renewed with itself before it expires, and bought anew with the password afterwards', async () => {
    const { handler, logins, ticketOf } = ticketServer()
    await withServer(
      certificates,
      handler,
      async ({ client, clock }) => {
        await client.get('/version', {})
        clock.advance(HOUR)
        expect(await client.get('/version', {})).toBe(ticketOf(1))
        clock.advance(0.75 * HOUR)
        expect(await client.get('/version', {})).toBe(ticketOf(2))
        clock.advance(2 * HOUR)
        expect(await client.get('/version', {})).toBe(ticketOf(3))
        expect(logins.map(({ password }) => password)).toEqual(['correct horse', ticketOf(1), 'correct horse'])
      },
      { login },
    )
  })

  test('that the server no longer accepts is replaced once, and the write is then carried out', async () => {
    const { handler, logins, revoked, ticketOf } = ticketServer()
    await withServer(
      certificates,
      handler,
      async ({ client, server }) => {
        await client.get('/version', {})
        revoked.add(ticketOf(1))
        expect(await client.post(start, vm)).toBe(ticketOf(2))
        expect(logins).toHaveLength(2)
        revoked.add(ticketOf(2)).add(ticketOf(3))
        await expect(client.post(start, vm)).rejects.toMatchObject({ code: 'proxmox-authentication' })
        expect(server.seen.filter(({ url }) => url.endsWith('start'))).toHaveLength(4)
      },
      { login },
    )
  })

  test('that cannot be renewed any more is bought anew', async () => {
    const { handler, logins, revoked, ticketOf } = ticketServer()
    await withServer(
      certificates,
      handler,
      async ({ client, clock }) => {
        await client.get('/version', {})
        revoked.add(ticketOf(1))
        clock.advance(1.6 * HOUR)
        expect(await client.get('/version', {})).toBe(ticketOf(3))
        expect(logins.map(({ password }) => password)).toEqual(['correct horse', ticketOf(1), 'correct horse'])
      },
      { login },
    )
  })

  test('is not given for a wrong password, which is tried once', async () => {
    const { handler, logins } = ticketServer()
    await withServer(
      certificates,
      handler,
      async ({ client }) => {
        await expect(client.get('/version', {})).rejects.toMatchObject({
          code: 'proxmox-authentication',
          message: 'Proxmox answered 401 to POST /access/ticket: authentication failure',
        })
        expect(logins).toHaveLength(1)
      },
      { login: { ...login, password: 'wrong' } },
    )
  })
})

describe('a second factor', () => {
  test('is answered with the code of the moment, and is not needed for renewing', async () => {
    const { handler, logins, ticketOf } = ticketServer({ secondFactor: true })
    await withServer(
      certificates,
      handler,
      async ({ client, clock }) => {
        expect(await client.get('/version', {})).toBe(ticketOf(2))
        clock.advance(1.6 * HOUR)
        expect(await client.get('/version', {})).toBe(ticketOf(3))
        expect(logins).toEqual([
          { username: 'root@pam', password: 'correct horse' },
          { username: 'root@pam', password: 'totp:123456', 'tfa-challenge': 'PVE:!tfa!challenge' },
          { username: 'root@pam', password: ticketOf(2) },
        ])
      },
      { login: { ...login, totp: async () => '123456' } },
    )
  })

  test('without a source for the code is a problem that says where to write it', async () => {
    const { handler } = ticketServer({ secondFactor: true })
    await withServer(
      certificates,
      handler,
      async ({ client }) => {
        await expect(client.get('/version', {})).rejects.toMatchObject({
          code: 'proxmox-second-factor',
          hint: expect.stringContaining('proxmox.credentials.totp'),
        })
      },
      { login },
    )
  })
})
