import { expect, test } from 'vitest'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadText } from '../../src/spec/load.ts'
import { clusterText, problemsOf } from './problems-of.ts'
import { resolved, smallCluster } from './resolved.ts'

const GiB = 2 ** 30

test('machines of a pool that lack the same are told once, with what each host lacks', async () => {
  expect(
    await problemsOf({
      proxmox: '{ hosts: { pve1: { cpu: 16, memory: 64GiB }, pve2: { cpu: 16, memory: 48GiB } } }',
      controlPlane: '{ count: 1 }',
      workers: '{ general: { count: 8 } }',
    }),
  ).toEqual([
    {
      code: 'capacity',
      severity: 'error',
      path: 'workers.general.count',
      message:
        'lab-general-6 fits on no host: pve2, which comes closest, has 14 GiB of memory free of the 16 GiB needed (2 GiB short); so it is with 2 more of workers.general',
      hint: 'free 2 GiB of memory on pve2 (or lower reserve.memory), give lab-general-6 2 GiB less, or add a host with room for 8 CPU, 16 GiB, or lower workers.general.count to 5',
      details: [
        'host  lacks   needed  free    short by',
        'pve1  memory  16 GiB  6 GiB   10 GiB',
        'pve2  memory  16 GiB  14 GiB  2 GiB',
      ],
    },
  ])
})

test('each pool has its own problem', async () => {
  const problems = await problemsOf({
    proxmox: '{ hosts: { pve1: { memory: 10GiB } } }',
    controlPlane: '{ count: 1 }',
    workers: '{ a: { count: 40 }, b: { count: 40, vmids: 4000-4999, addresses: +60 } }',
  })
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['capacity', 'workers.a.count'],
    ['capacity', 'workers.b.count'],
  ])
})

test('a storage and a device that the host of a pin does not have are said to be not there', async () => {
  const [problem] = await problemsOf({
    proxmox: '{ hosts: { pve1: { cpu: 16, storages: { tank: 10GiB }, pci: { stick: 1 } }, pve2: {} } }',
    controlPlane: '{ count: 1, gpu: rtx }',
    nodes: '{ lab-cp-1: { host: pve1 } }',
  })
  expect(problem?.details).toEqual([
    'host  lacks              needed  free       short by',
    'pve1  storage local-lvm  40 GiB  not there  40 GiB',
    'pve1  device rtx         1       not there  1',
  ])
})

test('a storage that no host has is told once, where it is named', async () => {
  const hosts = 'pve1: { cpu: 64, storages: { local-zfs: 1TiB } }, pve2: { cpu: 64, storages: { local-zfs: 1TiB } }'
  const proxmox = `{ storage: { disks: local-zsf }, hosts: { ${hosts} } }`
  expect(await problemsOf({ proxmox, workers: '{ a: { count: 2 } }' })).toEqual([
    {
      code: 'no-such-storage',
      severity: 'error',
      path: 'proxmox.storage.disks',
      message: 'no host has the storage local-zsf, which lab-cp-1, lab-cp-2, lab-cp-3, lab-a-1 and lab-a-2 need',
      hint: 'did you mean local-zfs?',
    },
  ])
  const further = `{ hosts: { ${hosts} }, storage: { disks: local-zfs } }`
  const [problem] = await problemsOf({
    proxmox: further,
    workers: '{ a: { count: 1, disks: [{ size: 1GiB, storage: tank }] } }',
  })
  expect(problem?.path).toBe('workers.a.disks[0].storage')
  expect(problem?.hint).toBe('use one that the hosts have (local-zfs), or list tank at a host')
})

test('once a host lists its devices, the others have none', async () => {
  const proxmox = '{ hosts: { pve1: {}, pve2: { cpu: 64 }, pve3: { pci: { rtx3090: 1 } } } }'
  const { machines } = await resolved({
    ...smallCluster,
    proxmox: { hosts: { pve1: {}, pve2: { cpu: 64 }, pve3: { pci: { rtx3090: 1 } } } },
    workers: { gpu: { count: 1, gpu: 'rtx3090' } },
  })
  expect(machines.find(({ pool }) => pool === 'gpu')?.host).toBe('pve3')
  expect(await problemsOf({ proxmox, workers: '{ gpu: { count: 1, gpu: tesla } }' })).toEqual([
    {
      code: 'no-such-device',
      severity: 'error',
      path: 'workers.gpu.gpu',
      message: 'no host has the device tesla, which lab-gpu-1 needs',
      hint: 'use one that the hosts have (rtx3090), or list tesla at a host',
    },
  ])
})

test('devices are known before Proxmox answers, even where nothing else is declared', async () => {
  const { machines } = await resolved({
    ...smallCluster,
    proxmox: { hosts: { pve1: {}, pve2: { pci: { rtx3090: 1 } } } },
    workers: { gpu: { count: 1, gpu: 'rtx3090' } },
  })
  expect(machines.find(({ pool }) => pool === 'gpu')?.host).toBe('pve2')
})

test('a host with nothing behind it is a host, in its place', async () => {
  const text = clusterText({ proxmox: '\n  hosts:\n    pve3:\n    pve1: { cpu: 64 }\n    pve2:' })
  const { desired } = resolve(await loadText(text, 'cluster.yaml'))
  expect(desired?.proxmox.hosts).toEqual(['pve3', 'pve1', 'pve2'])
  expect(desired?.machines.map(({ host }) => host)).toEqual(['pve3', 'pve2', 'pve1'])
})

test('the table of many hosts is cut', async () => {
  const hosts = Array.from({ length: 30 }, (_, index) => `pve${index + 1}: { memory: 4GiB }`).join(', ')
  const [problem] = await problemsOf({ proxmox: `{ hosts: { ${hosts} } }`, controlPlane: '{ count: 1 }' })
  expect(problem?.details).toHaveLength(14)
  expect(problem?.details?.at(-1)).toBe('and 18 more')
})

test('a pin that does not fit is shown where it is written', async () => {
  expect(
    await problemsOf({
      proxmox: '{ hosts: { pve1: { memory: 8GiB }, pve2: { memory: 64GiB } } }',
      nodes: '{ lab-cp-1: { host: pve1 } }',
    }),
  ).toEqual([
    {
      code: 'pin-does-not-fit',
      severity: 'error',
      path: 'nodes.lab-cp-1.host',
      message:
        'lab-cp-1 does not fit on pve1, to which the file pins it: pve1 has 6 GiB of memory free of the 8 GiB needed (2 GiB short)',
      hint: 'free 2 GiB of memory on pve1 (or lower reserve.memory), give lab-cp-1 2 GiB less, or pin lab-cp-1 to another host',
      details: ['host  lacks   needed  free   short by', 'pve1  memory  8 GiB   6 GiB  2 GiB'],
    },
  ])
})

test('the strategy pin asks for a pin for every machine, pool by pool', async () => {
  const problems = await problemsOf({
    proxmox: '{ hosts: [pve1, pve2] }',
    workers: '{ general: { count: 7 } }',
    placement: '{ strategy: pin, pinned: { lab-cp-1: pve1, lab-cp-2: pve2 } }',
  })
  expect(problems).toEqual([
    {
      code: 'no-pin',
      severity: 'error',
      path: 'placement.strategy',
      message: 'lab-cp-3 is not pinned, and the strategy pin leaves the choice of every host to the file',
      hint: 'pin lab-cp-3 to pve1 or pve2, or use the strategy spread',
    },
    {
      code: 'no-pin',
      severity: 'error',
      path: 'placement.strategy',
      message:
        'lab-general-1, lab-general-2, lab-general-3, lab-general-4 and 3 more of workers.general are not pinned, and the strategy pin leaves the choice of every host to the file',
      hint: 'pin each of them under placement.pinned, or use the strategy spread',
    },
  ])
})

test('no hosts at all is one problem', async () => {
  expect(await problemsOf({ proxmox: '{ hosts: {} }', workers: '{ general: { count: 3 } }' })).toMatchObject([
    { code: 'no-hosts', path: 'proxmox.hosts' },
  ])
})

test('what Proxmox reports counts as well, and its hosts are the ones that pins are held against', async () => {
  const inventory = { hosts: [{ name: 'pve1', memory: 18 * GiB }], placed: new Map<string, string>() }
  const problems = await problemsOf({ nodes: '{ lab-cp-1: { host: pve9 } }' }, inventory)
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['unknown-host', 'nodes.lab-cp-1.host'],
    ['capacity', 'controlPlane.count'],
  ])
})
