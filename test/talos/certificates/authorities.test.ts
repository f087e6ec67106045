import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type AuthorityName, createAuthority } from '../../../src/talos/certificates/authorities.ts'
import { readPrivateKey } from '../../../src/talos/certificates/keys.ts'
import { sharedData } from '../support/shared-data.ts'
import { certificateParts } from './parts.ts'

const now = new Date('2026-11-15T12:00:00.700Z')

interface Expected {
  readonly name: AuthorityName
  readonly subject: string | undefined
  readonly label: string
  readonly subjectDer: string
}

const expected: readonly Expected[] = [
  { name: 'etcd', subject: 'O=etcd', label: 'EC PRIVATE KEY', subjectDer: '300f310d300b060355040a130465746364' },
  {
    name: 'k8s',
    subject: 'O=kubernetes',
    label: 'EC PRIVATE KEY',
    subjectDer: '301531133011060355040a130a6b756265726e65746573',
  },
  { name: 'k8saggregator', subject: undefined, label: 'EC PRIVATE KEY', subjectDer: '3000' },
  { name: 'os', subject: 'O=talos', label: 'ED25519 PRIVATE KEY', subjectDer: '3010310e300c060355040a130574616c6f73' },
]

test.each(expected)('the $name authority is made as Talos makes it', async ({ name, subject, label, subjectDer }) => {
  const { crt, key } = await createAuthority(name, now)
  const certificate = new X509Certificate(crt)
  expect(certificate.subject).toBe(subject)
  expect(certificate.issuer).toBe(subject)
  expect(certificate.ca).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(readPrivateKey(key))).toBe(true)
  expect(new Date(certificate.validFrom)).toEqual(new Date('2026-11-15T12:00:00Z'))
  expect(new Date(certificate.validTo)).toEqual(new Date('2036-11-12T12:00:00Z'))
  expect(key.startsWith(`-----BEGIN ${label}-----\n`)).toBe(true)
  expect(key.endsWith(`-----END ${label}-----\n`)).toBe(true)
  const parts = certificateParts(crt)
  expect(parts.subject).toBe(subjectDer)
  expect(parts.extensions.slice(0, 3)).toEqual([
    '300e0603551d0f0101ff040403020284',
    '301d0603551d250416301406082b0601050507030106082b06010505070302',
    '300f0603551d130101ff040530030101ff',
  ])
  expect(parts.extensions[3]).toMatch(/^301d0603551d0e04160414[0-9a-f]{40}$/)
  expect(parts.extensions).toHaveLength(4)
})

test('serial numbers are random and differ from one certificate to the next', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => createAuthority('os', now)))
  const serials = made.map(({ crt }) => new X509Certificate(crt).serialNumber)
  expect(new Set(serials).size).toBe(8)
})

const bundle = sharedData('stability/secrets.yaml')

test.skipIf(bundle === undefined).each(expected)(
  'our $name authority differs from one made by Talos only in serial, time, key and key identifier',
  async ({ name }) => {
    const theirs = parse(readFileSync(bundle ?? '', 'utf8')).certs[name]
    const ours = await createAuthority(name, now)
    expect(comparable(ours.crt)).toEqual(comparable(Buffer.from(theirs.crt, 'base64').toString()))
    expect(ours.key.split('\n').map((line) => line.length)).toEqual(
      Buffer.from(theirs.key, 'base64')
        .toString()
        .split('\n')
        .map((line) => line.length),
    )
  },
)

function comparable(crt: string) {
  const { extensions, ...rest } = certificateParts(crt)
  return { ...rest, extensions: extensions.slice(0, 3) }
}
