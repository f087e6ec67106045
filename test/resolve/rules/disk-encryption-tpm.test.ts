import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('disk-encryption-tpm: a key in a TPM without a TPM is refused', async () => {
  expect(
    await foundBy('disk-encryption-tpm', {
      talos: '{ version: v1.12.4, diskEncryption: { state: [tpm], ephemeral: [nodeID] } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'the key is to be kept in a TPM, but the machine has none',
      hint: 'add vm.tpm: {}',
      path: 'talos.diskEncryption.state',
    },
  ])
})

test('disk-encryption-tpm: a TPM 1.2 is refused', async () => {
  expect(
    await foundBy('disk-encryption-tpm', {
      talos: '{ version: v1.12.4, diskEncryption: { ephemeral: [nodeID, tpm] } }',
      vm: '{ tpm: { version: v1.2 } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'Talos keeps keys in a TPM 2.0, this machine has 1.2',
      hint: 'set vm.tpm.version: v2.0',
      path: 'vm.tpm.version',
    },
  ])
})

test('disk-encryption-tpm: nothing is said about a TPM 2.0, or another key', async () => {
  expect(
    await foundBy('disk-encryption-tpm', {
      talos: '{ version: v1.12.4, diskEncryption: { state: [tpm] } }',
      vm: '{ tpm: {} }',
    }),
  ).toEqual([])
  expect(
    await foundBy('disk-encryption-tpm', { talos: '{ version: v1.12.4, diskEncryption: { state: [nodeID] } }' }),
  ).toEqual([])
})
