import { expect, test } from 'vitest'
import { problemsOf } from '../problems-of.ts'

test('ha-hosts: two hosts for three control planes', async () => {
  expect(await problemsOf({ ha: 'true', proxmox: '{ hosts: [pve1, pve2] }' })).toEqual([
    {
      code: 'ha-hosts',
      severity: 'warning',
      path: 'proxmox.hosts',
      message: 'pve1 carries 2 of 3 control planes: when it fails, etcd has no majority and the cluster stops',
      hint: 'use at least 3 hosts, or set ha to false',
    },
  ])
})

test('ha-hosts: pins that put a majority on one of three hosts', async () => {
  const [problem] = await problemsOf({
    ha: 'true',
    proxmox: '{ hosts: [pve1, pve2, pve3] }',
    placement: '{ pinned: { lab-cp-1: pve2, lab-cp-2: pve2 } }',
  })
  expect(problem?.message).toContain('pve2 carries 2 of 3 control planes')
  expect(problem?.hint).toBe('make room for control planes on other hosts, or pin them apart')
})

test('ha-hosts: five control planes on three hosts outlive any one of them', async () => {
  const proxmox = '{ hosts: [pve1, pve2, pve3] }'
  expect(await problemsOf({ ha: 'true', proxmox, controlPlane: '{ count: 5 }' })).toEqual([])
})

test('ha-hosts: without ha, or while no host is known, nothing is said', async () => {
  expect(await problemsOf({ proxmox: '{ hosts: [pve1] }' })).toEqual([])
  expect(await problemsOf({ ha: 'true' })).toEqual([])
})
