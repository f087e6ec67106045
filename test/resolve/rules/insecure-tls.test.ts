import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('insecure-tls: alone', async () => {
  expect(await problemsOf({ proxmox: '{ tls: { insecure: true } }' })).toEqual([
    {
      code: 'insecure-tls',
      severity: 'warning',
      path: 'proxmox.tls.insecure',
      message: 'any certificate is accepted: whoever is on the way can read the credentials',
      hint: 'write proxmox.tls.fingerprint (pvenode cert info shows it) or proxmox.tls.caFile instead',
    },
  ])
})

test('insecure-tls: beside a fingerprint that then does nothing', async () => {
  expect(
    await problemsOf({
      proxmox:
        "{ tls: { insecure: true, fingerprint: 'AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB' } }",
    }),
  ).toEqual([
    {
      code: 'insecure-tls',
      severity: 'warning',
      path: 'proxmox.tls.insecure',
      message: 'any certificate is accepted, so fingerprint does nothing',
      hint: 'drop insecure, and fingerprint counts',
    },
  ])
})

test('insecure-tls: switched off is fine', async () => {
  expect(await problemsOf({ proxmox: '{ tls: { insecure: false } }' })).toEqual([])
})
