import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('cpu-type: a CPU type that Talos does not start on is refused', async () => {
  expect(await foundBy('cpu-type', { vm: '{ cpu: kvm64 }' })).toEqual([
    {
      severity: 'error',
      message: 'Talos does not start on CPU type kvm64: it is built for x86-64-v2',
      hint: 'use host or x86-64-v2-AES',
      path: 'vm.cpu',
    },
  ])
})

test('cpu-type: with flags too', async () => {
  expect(
    await foundBy('cpu-type', { workers: '{ general: { count: 1, vm: { cpu: { type: qemu64, flags: [+aes] } } } }' }),
  ).toEqual([
    {
      severity: 'error',
      message: 'Talos does not start on CPU type qemu64: it is built for x86-64-v2',
      hint: 'use host or x86-64-v2-AES',
      path: 'workers.general.vm.cpu',
    },
  ])
})

test("cpu-type: nothing is said about host, newer levels, and a QEMU argument of one's own", async () => {
  expect(await foundBy('cpu-type', { vm: '{ cpu: x86-64-v2-AES }' })).toEqual([])
  expect(await foundBy('cpu-type', { vm: '{ cpu: host }' })).toEqual([])
  expect(
    await foundBy('cpu-type', {
      proxmox: '{ credentials: { type: password, username: root@pam, from: { env: PASSWORD } } }',
      vm: '{ cpu: kvm64, raw: { args: "-cpu kvm64,+cx16,+lahf_lm,+popcnt,+sse3,+ssse3,+sse4.1,+sse4.2" } }',
    }),
  ).toEqual([])
})
