import { expect, test } from 'vitest'
import { problemsOf } from './problems-of.ts'

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

test('a storage and a device that a host does not have are said to be not there', async () => {
  const [problem] = await problemsOf({
    proxmox: '{ hosts: { pve1: { cpu: 16, storages: { tank: 10GiB }, pci: { stick: 1 } } } }',
    controlPlane: '{ count: 1, gpu: rtx }',
  })
  expect(problem?.details).toEqual([
    'host  lacks              needed  free       short by',
    'pve1  storage local-lvm  40 GiB  not there  40 GiB',
    'pve1  device rtx         1       not there  1',
  ])
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
