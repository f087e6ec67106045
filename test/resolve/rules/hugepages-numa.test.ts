import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('hugepages-numa: huge pages without NUMA are refused', async () => {
  expect(
    await foundBy('hugepages-numa', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      vm: '{ hugepages: 2MiB, numa: false }',
    }),
  ).toEqual([
    {
      severity: 'error',
      message: 'huge pages need NUMA, which is off',
      hint: 'set vm.numa: true',
      path: 'vm.hugepages',
    },
  ])
})

test('hugepages-numa: nothing is said about huge pages with NUMA', async () => {
  expect(
    await foundBy('hugepages-numa', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      vm: '{ hugepages: any, numa: true }',
    }),
  ).toEqual([])
})
