import { expect, test } from 'vitest'
import { inventoryOf } from '../../src/live/inventory.ts'
import type { ObservedGuest, ObservedProxmox, ObservedVm } from '../../src/proxmox/observe/observed.ts'
import { example } from '../proxmox/permissions/world-for.ts'

const GiB = 1024 ** 3

const guest = (vmid: number, host: string, power: ObservedGuest['power']): ObservedGuest => ({
  vmid,
  kind: 'qemu',
  host,
  name: `vm${vmid}`,
  power,
  template: false,
  tags: [],
  uptimeSeconds: 0,
  cpus: 4,
  memoryBytes: 8 * GiB,
})

const machine: ObservedVm = {
  ...guest(2000, 'pve1', 'running'),
  kind: 'qemu',
  name: 'homelab-cp-1',
  config: { scsi0: 'local-zfs:vm-2000-disk-0,size=40G', ide0: 'local-zfs:vm-2000-cloudinit,media=cdrom' },
  pending: {},
  digest: '',
  uuid: undefined,
  record: undefined,
}

const observed: ObservedProxmox = {
  version: { version: '9.2.11', release: '9.2' },
  hosts: [
    { name: 'pve1', cpus: 16, memoryBytes: 64 * GiB },
    { name: 'pve2', unreachable: 'Proxmox says that it is offline' },
  ],
  storages: [
    {
      id: 'local-zfs',
      host: 'pve1',
      type: 'zfspool',
      shared: false,
      content: ['images'],
      active: true,
      totalBytes: 500 * GiB,
      usedBytes: 100 * GiB,
    },
  ],
  pools: [],
  vms: [machine],
  unread: [],
  others: [guest(100, 'pve1', 'running'), guest(101, 'pve1', 'stopped')],
  mappings: [{ id: 'gpu', devices: [{ host: 'pve1', path: '0000:01:00.0', device: '10de:2c05' }] }],
}

test('a host offers what running guests of others leave, with what machines of the cluster hold themselves', async () => {
  const { hosts, placed } = inventoryOf(observed, (await example('homelab.yaml')).machines)
  expect(hosts).toEqual([
    {
      name: 'pve1',
      cpu: 16,
      memory: 56 * GiB,
      storages: { 'local-zfs': { shared: false, free: 440 * GiB } },
      devices: { gpu: 1 },
    },
  ])
  expect([...placed]).toEqual([['homelab-cp-1', 'pve1']])
})

test('what machines hold on a storage that hosts share counts for every host, whatever unit its size is written in', () => {
  const ceph = { id: 'ceph', type: 'rbd', shared: true, content: ['images'], active: true }
  const room = { totalBytes: 4096 * GiB, usedBytes: 4000 * GiB }
  const shared: ObservedProxmox = {
    ...observed,
    hosts: [
      { name: 'pve1', cpus: 16, memoryBytes: 64 * GiB },
      { name: 'pve2', cpus: 16, memoryBytes: 64 * GiB },
    ],
    storages: ['pve1', 'pve2'].map((host) => ({ ...ceph, ...room, host })),
    vms: [
      { ...machine, config: { scsi0: 'ceph:vm-2000-disk-0,size=1T', scsi1: 'ceph:vm-2000-disk-1,size=1536M' } },
      { ...machine, vmid: 2001, host: 'pve2', config: { scsi0: 'ceph:vm-2001-disk-0,size=40G' } },
    ],
  }
  const free = (96 + 1024 + 1.5 + 40) * GiB
  expect(inventoryOf(shared, []).hosts.map(({ storages }) => storages)).toEqual([
    { ceph: { shared: true, free } },
    { ceph: { shared: true, free } },
  ])
})
