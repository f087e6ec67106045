import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

const certificate = readFileSync(path.join(import.meta.dirname, '../../bad/files/home-ca.pem'), 'utf8')

test('certificate-file: a file that is not there is refused', async () => {
  expect(await foundBy('certificate-file', { talos: '{ version: v1.12.4, trustedCAs: [no/such.pem] }' })).toEqual([
    {
      severity: 'error',
      message: 'the certificate cannot be read: no/such.pem: no such file',
      hint: 'certificate files are named relative to the cluster file',
      path: 'talos.trustedCAs[0]',
    },
  ])
})

test('certificate-file: a file without certificates is refused', async () => {
  expect(
    await foundBy('certificate-file', { proxmox: '{ tls: { caFile: ca.pem } }' }, { 'ca.pem': 'hello\n' }),
  ).toEqual([
    {
      severity: 'error',
      message: 'the file holds no certificate in PEM form',
      hint: 'it starts with -----BEGIN CERTIFICATE-----',
      path: 'proxmox.tls.caFile',
    },
  ])
})

test('certificate-file: a certificate that does not decode is refused', async () => {
  expect(
    await foundBy(
      'certificate-file',
      { talos: '{ version: v1.12.4, registries: { docker.io: { endpoints: ["https://m.lan"], caFile: ca.pem } } }' },
      { 'ca.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'certificate 1 of the file cannot be decoded',
      hint: 'export it again',
      path: 'talos.registries["docker.io"].caFile',
    },
  ])
})

test('certificate-file: a private key beside it is warned about', async () => {
  expect(
    await foundBy(
      'certificate-file',
      { talos: '{ version: v1.12.4, trustedCAs: [ca.pem] }' },
      { 'ca.pem': `${certificate}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n` },
    ),
  ).toEqual([
    {
      severity: 'warning',
      message: 'the file also holds a private key',
      hint: 'keep only the certificates in it',
      path: 'talos.trustedCAs[0]',
    },
  ])
})

test('certificate-file: nothing is said about a certificate', async () => {
  expect(
    await foundBy(
      'certificate-file',
      { talos: '{ version: v1.12.4, trustedCAs: [ca.pem] }' },
      { 'ca.pem': certificate },
    ),
  ).toEqual([])
})
