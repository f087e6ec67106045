import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { issueKubernetesAdmin, issueTalosClient } from '../../../src/talos/certificates/client.ts'
import { issueCertificate } from '../../../src/talos/certificates/issue.ts'
import { generateKey, readPrivateKey } from '../../../src/talos/certificates/keys.ts'
import { parseRoles } from '../../../src/talos/certificates/roles.ts'
import { certificateParts } from './parts.ts'

const now = new Date('2026-11-15T12:00:00Z')
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
const talos = createAuthority('os', now)
const kubernetes = createAuthority('k8s', now)

/** The AuthorityKeyIdentifier extension that must point at this authority. */
function pointerTo(authority: string): string {
  const identifier = certificateParts(authority).extensions[3]?.slice(-40)
  return `301f0603551d23041830168014${identifier}`
}

test('a Talos client carries its role as the only name and may do nothing but clientAuth', async () => {
  const authority = await talos
  const { crt, key } = await issueTalosClient(authority, ['os:admin'], { now })
  const certificate = new X509Certificate(crt)
  expect(certificate.subject).toBe('O=os:admin')
  expect(certificate.issuer).toBe('O=talos')
  expect(certificate.keyUsage).toEqual([CLIENT_AUTH])
  expect(certificate.ca).toBe(false)
  expect(certificate.subjectAltName).toBeUndefined()
  expect(certificate.verify(new X509Certificate(authority.crt).publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(readPrivateKey(key))).toBe(true)
  expect(new Date(certificate.validTo)).toEqual(new Date('2027-11-15T12:00:00Z'))
  expect(key).toContain('BEGIN ED25519 PRIVATE KEY')
  expect(certificateParts(crt).extensions).toEqual([
    '300e0603551d0f0101ff040403020780',
    '30130603551d25040c300a06082b06010505070302',
    pointerTo(authority.crt),
  ])
})

test('several roles share one sorted attribute set', async () => {
  const { crt } = await issueTalosClient(await talos, ['os:reader', 'os:etcd:backup', 'os:reader'], { now })
  const reader = '3010060355040a13096f733a726561646572'
  const backup = '3015060355040a130e6f733a657463643a6261636b7570'
  expect(certificateParts(crt).subject).toBe(`302b3129${reader}${backup}`)
})

test('the Kubernetes administrator is admin of system:masters, valid ten seconds ago', async () => {
  const authority = await kubernetes
  const { crt, key } = await issueKubernetesAdmin(authority, { now, lifetimeHours: 1 })
  const certificate = new X509Certificate(crt)
  expect(certificate.subject).toBe('O=system:masters\nCN=admin')
  expect(certificate.keyUsage).toEqual([CLIENT_AUTH])
  expect(certificate.verify(new X509Certificate(authority.crt).publicKey)).toBe(true)
  expect(new Date(certificate.validFrom)).toEqual(new Date('2026-11-15T11:59:50Z'))
  expect(new Date(certificate.validTo)).toEqual(new Date('2026-11-15T13:00:00Z'))
  expect(key).toContain('BEGIN EC PRIVATE KEY')
  expect(certificateParts(crt).extensions).toEqual([
    '300e0603551d0f0101ff0404030205a0',
    '30130603551d25040c300a06082b06010505070302',
    pointerTo(authority.crt),
  ])
})

test('an authority of another making keeps its name, byte for byte, in what it issues', async () => {
  const { key, publicKey, pem } = await generateKey('rsa4096')
  const root = await createAuthority('etcd', now)
  const subject = { organizations: ['Größe'], commonName: 'old root' }
  const until = new Date('2060-01-01T00:00:00Z')
  const crt = issueCertificate({ subject, publicKey, from: now, until, extensions: [] }, root)
  const client = await issueTalosClient({ crt, key: pem }, ['os:reader'], { now })
  expect(certificateParts(client.crt).issuer).toBe(certificateParts(crt).subject)
  expect(new X509Certificate(client.crt).verify(publicKey)).toBe(true)
  expect(key.asymmetricKeyType).toBe('rsa')
  expect(certificateParts(client.crt).extensions).toHaveLength(2)
})

test.each([0, -1, 1e9, Number.NaN, Number.POSITIVE_INFINITY])(
  'a lifetime of %d hours is refused',
  async (lifetimeHours) => {
    await expect(issueTalosClient(await talos, ['os:admin'], { now, lifetimeHours })).rejects.toThrow('cannot live for')
  },
)

test('roles given by hand are checked, since Talos would ignore a misspelt one', () => {
  expect(parseRoles(['os:reader', 'os:etcd:backup', 'os:reader'])).toEqual(['os:etcd:backup', 'os:reader'])
  expect(() => parseRoles(['os:admin', 'os:root'])).toThrow('unknown Talos role os:root')
  expect(() => parseRoles([])).toThrow('no Talos role')
})
