import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type AuthorityName, createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { issueKubernetesAdmin, issueTalosClient } from '../../../src/talos/certificates/client.ts'
import type { CertificateAndKey } from '../../../src/talos/certificates/issue.ts'
import { keyPemForNode } from '../../../src/talos/certificates/keys.ts'
import { issueServer } from '../../../src/talos/certificates/server.ts'
import { hasOpenssl, openssl } from '../support/openssl.ts'

const now = new Date()
const available = hasOpenssl()

async function verify(leaf: string, authority: string, ...options: string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'talmox-openssl-'))
  try {
    await writeFile(path.join(folder, 'ca.pem'), authority)
    return openssl(['verify', ...options, '-CAfile', path.join(folder, 'ca.pem')], leaf)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Issue = (authority: CertificateAndKey) => Promise<CertificateAndKey>
const hosts = { commonName: 'node', hosts: ['10.0.0.1', 'fd00::1', 'node.lan'], key: 'p256' } as const

const cases: readonly [string, AuthorityName, string, Issue][] = [
  ['a Talos client', 'os', 'sslclient', (ca) => issueTalosClient(ca, ['os:admin', 'os:reader'], { now })],
  ['a Kubernetes administrator', 'k8s', 'sslclient', (ca) => issueKubernetesAdmin(ca, { now })],
  ['a server', 'etcd', 'sslserver', (ca) => issueServer(ca, hosts, now)],
]

test.skipIf(!available).each(cases)(
  'OpenSSL accepts %s of the %s authority under its strict rules',
  async (_, name, purpose, issue) => {
    const authority = await createAuthority(name, now)
    const { crt } = await issue(authority)
    const { status, output } = await verify(crt, authority.crt, '-x509_strict', '-purpose', purpose)
    expect(output).toBe('stdin: OK\n')
    expect(status).toBe(0)
  },
)

test.skipIf(!available)('OpenSSL accepts the nameless aggregator authority', async () => {
  const { crt } = await createAuthority('k8saggregator', now)
  expect((await verify(crt, crt)).output).toBe('stdin: OK\n')
})

test.skipIf(!available)('OpenSSL finds nothing wrong with the keys', async () => {
  const authorities = await Promise.all((['os', 'k8s'] as const).map((name) => createAuthority(name, now)))
  for (const { key } of authorities) {
    expect(openssl(['pkey', '-check', '-noout'], keyPemForNode(key)).output).toContain('Key is valid')
  }
})
