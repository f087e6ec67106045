import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('unknown-host: a slip of the pen under nodes', async () => {
  expect(await problemsOf({ proxmox: '{ hosts: [pve1, pve2] }', nodes: '{ lab-cp-1: { host: pve11 } }' })).toEqual([
    {
      code: 'unknown-host',
      severity: 'error',
      path: 'nodes.lab-cp-1.host',
      message: 'lab-cp-1 is pinned to pve11, which is not one of the hosts',
      hint: 'did you mean pve1?',
    },
  ])
})

test('unknown-host: a name that is far from all', async () => {
  expect(
    await problemsOf({ proxmox: '{ hosts: [pve1, pve2] }', placement: '{ pinned: { lab-cp-1: server } }' }),
  ).toEqual([
    {
      code: 'unknown-host',
      severity: 'error',
      path: 'placement.pinned.lab-cp-1',
      message: 'lab-cp-1 is pinned to server, which is not one of the hosts',
      hint: 'the hosts are pve1 and pve2',
    },
  ])
})

test('unknown-host: it is not also said to be without a pin', async () => {
  expect(
    await problemsOf({
      proxmox: '{ hosts: [pve1, pve2] }',
      placement: '{ strategy: pin, pinned: { lab-cp-1: server, lab-cp-2: pve1, lab-cp-3: pve2 } }',
    }),
  ).toEqual([
    {
      code: 'unknown-host',
      severity: 'error',
      path: 'placement.pinned.lab-cp-1',
      message: 'lab-cp-1 is pinned to server, which is not one of the hosts',
      hint: 'the hosts are pve1 and pve2',
    },
  ])
})

test('unknown-host: while hosts are left to Proxmox, nothing is known', async () => {
  expect(await problemsOf({ nodes: '{ lab-cp-1: { host: pve11 } }' })).toEqual([])
})
