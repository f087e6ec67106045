import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('pinned-twice: to different hosts', async () => {
  expect(
    await problemsOf({
      proxmox: '{ hosts: [pve1, pve2] }',
      nodes: '{ lab-cp-1: { host: pve1 } }',
      placement: '{ pinned: { lab-cp-1: pve2 } }',
    }),
  ).toEqual([
    {
      code: 'pinned-twice',
      severity: 'error',
      path: 'placement.pinned.lab-cp-1',
      message: 'lab-cp-1 is pinned to pve2 here and to pve1 by nodes.lab-cp-1.host',
      hint: 'keep one of the two',
    },
  ])
})

test('pinned-twice: to the same host is fine', async () => {
  expect(
    await problemsOf({
      proxmox: '{ hosts: [pve1, pve2] }',
      nodes: '{ lab-cp-1: { host: pve1 } }',
      placement: '{ pinned: { lab-cp-1: pve1 } }',
    }),
  ).toEqual([])
})
