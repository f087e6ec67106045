import { inspect } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { answer, type Certificates, type Handler, makeCertificates, TOKEN, withServer } from './support.ts'

let certificates: Certificates
beforeAll(async () => {
  certificates = await makeCertificates()
})

const password = 'correct horse+battery'
const ticket = 'PVE:root@pam:66E1F2A0::c2lnbmF0dXJlLW9mLXRpY2tldA=='
const csrf = '66E1F2A0:Y3NyZi1wcmV2ZW50aW9u'
const cipassword = 'guest password+1'
const sshkeys = 'ssh-ed25519%20AAAAC3NzaC1lZDI1NTE5%20me'
const secrets = [TOKEN, TOKEN.slice(TOKEN.indexOf('=') + 1), password, ticket, csrf, cipassword, sshkeys]

/** All that a hostile or careless server can repeat of a request. */
const echo: Handler = (request, response) => {
  const all = `${request.headers.authorization} ${request.headers.cookie} ${request.headers.csrfpreventiontoken} ${request.body}`
  response.writeHead(500, all.replaceAll(/[^\x20-\x7e]/g, ' '), { 'Content-Type': 'application/json' })
  const readable = decodeURIComponent(all.replaceAll('+', ' '))
  response.end(JSON.stringify({ data: null, message: all, errors: { cipassword: readable, [all]: all } }))
}

const faults: readonly (readonly [string, Handler])[] = [
  ['a server that repeats everything', echo],
  ['a connection that breaks', (_, response) => response.socket?.destroy()],
  ['a ticket refused', (_, response) => response.writeHead(401, 'No ticket').end()],
  [
    'a web page',
    (request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<${request.body}>`),
  ],
  ['an answer that breaks off', (request, response) => response.writeHead(200).end(`{"data":"${request.body}`)],
  ['a redirection', (_, response) => response.writeHead(301, { Location: '/login' }).end()],
  [
    'a redirection that carries everything on',
    ({ headers, body }, response) => {
      const all = encodeURIComponent(`${headers.authorization} ${headers.cookie} ${body}`)
      response.writeHead(302, { Location: `https://u:${all}@elsewhere.lan/${all}?${all}#${all}` }).end()
    },
  ],
]

const logins = [
  ['token', { kind: 'token', token: TOKEN }],
  ['password', { kind: 'password', username: 'root@pam', password, totp: async () => '123456' }],
] as const

test.each(faults.flatMap(([fault, handler]) => logins.map(([kind, login]) => [fault, kind, handler, login] as const)))(
  'no secret is seen in error or log: %s, by %s',
  async (_fault, _kind, handler, login) => {
    await withServer(
      certificates,
      (request, response) =>
        request.url.endsWith('/access/ticket')
          ? answer(response, { ticket, CSRFPreventionToken: csrf })
          : handler(request, response),
      async ({ client, lines, warnings, server }) => {
        const parameters = { node: 'pve1', vmid: 100, cipassword, sshkeys }
        const errors = [
          await client.put('/nodes/{node}/qemu/{vmid}/config', parameters).catch((error: unknown) => error),
          await client.get('/version', {}).catch((error: unknown) => error),
        ]
        expect(server.seen.length).toBeGreaterThan(1)
        for (const error of errors) expect(error).toBeInstanceOf(Error)
        const everything = [...errors.map((error) => inspect(error, { depth: 9 })), ...lines, ...warnings].join('\n')
        for (const secret of secrets) {
          expect(everything).not.toContain(secret)
          expect(everything).not.toContain(encodeURIComponent(secret))
          expect(everything).not.toContain(String(new URLSearchParams({ '': secret })).slice(1))
        }
      },
      { login },
    )
  },
)

test('a redirection is shown without user, query and fragment', async () => {
  await withServer(
    certificates,
    (_, response) => response.writeHead(302, { Location: 'https://me:mine@elsewhere.lan/login?code=abc#def' }).end(),
    async ({ client }) => {
      await expect(client.get('/version', {})).rejects.toMatchObject({
        message: 'the answer to GET /version was a redirection to https://elsewhere.lan/login',
      })
    },
  )
})

test('neither the one-time code nor the challenge is seen when the second factor is refused', async () => {
  const challenge = 'PVE:!tfa!c2lnbmVkLWNoYWxsZW5nZQ=='
  await withServer(
    certificates,
    (request, response) => {
      const form = new URLSearchParams(request.body)
      if (form.has('tfa-challenge')) {
        const code = form.get('password')?.replace('totp:', '')
        return response.writeHead(401, `wrong ${code} for ${form.get('tfa-challenge')}`).end()
      }
      return answer(response, { ticket: challenge, CSRFPreventionToken: csrf })
    },
    async ({ client }) => {
      const error = await client.get('/version', {}).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ message: 'Proxmox answered 401 to POST /access/ticket: wrong ****** for ******' })
    },
    { login: { kind: 'password', username: 'root@pam', password, totp: async () => '246810' } },
  )
})
