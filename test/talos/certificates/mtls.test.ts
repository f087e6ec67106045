import { once } from 'node:events'
import { connect, createSecureServer } from 'node:http2'
import { expect, test } from 'vitest'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { issueKubernetesAdmin, issueTalosClient } from '../../../src/talos/certificates/client.ts'
import type { CertificateAndKey } from '../../../src/talos/certificates/issue.ts'
import { keyPemForNode } from '../../../src/talos/certificates/keys.ts'
import { issueServer } from '../../../src/talos/certificates/server.ts'

const now = new Date()
const forNode = ({ crt, key }: CertificateAndKey) => ({ cert: crt, key: keyPemForNode(key) })

async function withServer<T>(
  authority: CertificateAndKey,
  server: CertificateAndKey,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const options = { ...forNode(server), ca: authority.crt, requestCert: true, minVersion: 'TLSv1.3' } as const
  const subjects = new Map<string, object>()
  const listener = createSecureServer(options, (request, response) => {
    response.end(JSON.stringify(subjects.get(`${request.socket.remotePort}`)))
  })
  listener.on('secureConnection', (socket) => {
    subjects.set(`${socket.remotePort}`, socket.getPeerCertificate().subject)
  })
  listener.on('tlsClientError', () => undefined)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  try {
    const address = listener.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    return await use(`https://127.0.0.1:${address.port}`)
  } finally {
    listener.close()
  }
}

async function subjectSeenByServer(url: string, ca: string, client?: CertificateAndKey): Promise<unknown> {
  const session = connect(url, { ca, ...(client === undefined ? {} : forNode(client)) })
  try {
    const failed = once(session, 'close').then(() => Promise.reject(new Error('the server hung up')))
    const request = session.request({ ':path': '/' })
    const body = (async () => JSON.parse((await request.setEncoding('utf8').toArray()).join('')))()
    return await Promise.race([body, failed])
  } finally {
    session.destroy()
  }
}

test.each(['os', 'k8s'] as const)(
  'an HTTP/2 server and a client of the %s authority accept each other',
  async (name) => {
    const authority = await createAuthority(name, now)
    const key = name === 'os' ? 'ed25519' : 'p256'
    const server = await issueServer(
      authority,
      { commonName: 'node', hosts: ['127.0.0.1', '::1', 'node.lan'], key },
      now,
    )
    const client =
      name === 'os' ? issueTalosClient(authority, ['os:admin'], { now }) : issueKubernetesAdmin(authority, { now })
    const subject = await withServer(authority, server, async (url) =>
      subjectSeenByServer(url, authority.crt, await client),
    )
    expect(subject).toEqual(name === 'os' ? { O: 'os:admin' } : { O: 'system:masters', CN: 'admin' })
  },
)

test('a client of another authority is turned away', async () => {
  const [authority, stranger] = await Promise.all([createAuthority('os', now), createAuthority('os', now)])
  const server = await issueServer(authority, { commonName: 'node', hosts: ['127.0.0.1'], key: 'ed25519' }, now)
  const client = await issueTalosClient(stranger, ['os:admin'], { now })
  await withServer(authority, server, async (url) => {
    await expect(subjectSeenByServer(url, authority.crt, client)).rejects.toThrow()
    await expect(subjectSeenByServer(url, authority.crt)).rejects.toThrow()
  })
})

test('a server that answers on an address outside its certificate is turned away', async () => {
  const authority = await createAuthority('os', now)
  const server = await issueServer(authority, { commonName: 'node', hosts: ['127.0.0.2'], key: 'ed25519' }, now)
  const client = await issueTalosClient(authority, ['os:admin'], { now })
  await withServer(authority, server, async (url) => {
    await expect(subjectSeenByServer(url, authority.crt, client)).rejects.toThrow(/altnames|hung up/)
  })
})
