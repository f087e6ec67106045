import { expect, test } from 'vitest'
import { problemsOf } from '../resolve/problems-of.ts'
import { resolved, smallCluster } from '../resolve/resolved.ts'

const said = async (changes: Readonly<Record<string, string>>) =>
  (await problemsOf(changes)).map(({ path, message }) => `${path}: ${message}`)

test('a worker pool is not named by digits alone, which would lose its place in the file', async () => {
  expect(await said({ workers: '{ "2": { count: 1 }, "1": { count: 1 } }' })).toEqual([
    'workers["1"]: a pool name needs more than digits, such as pool-1',
    'workers["2"]: a pool name needs more than digits, such as pool-1',
  ])
})

test('a wrong pool name is explained once', async () => {
  expect(await said({ workers: '{ BIG: { count: 1 } }' })).toEqual([
    'workers.BIG: not a DNS label: lower-case letters, digits and dashes, at most 63',
  ])
})

test.each([
  ['in the list of hosts', { proxmox: '{ hosts: ["10", pve1] }' }, 'proxmox.hosts[0]'],
  ['in the map of hosts', { proxmox: '{ hosts: { "10": {}, pve1: {} } }' }, 'proxmox.hosts["10"]'],
])('a host is not named by digits alone %s', async (_, changes, path) => {
  expect(await said(changes)).toEqual([`${path}: not a Proxmox host name: it needs more than digits`])
})

test('a host that is listed twice is refused where it is listed again', async () => {
  expect(await said({ proxmox: '{ hosts: [pve1, pve2, pve1] }' })).toEqual(['proxmox.hosts[2]: pve1 is listed twice'])
})

test('pools and hosts keep the order of the file, also where their names begin with digits', async () => {
  const { machines, proxmox } = await resolved({
    ...smallCluster,
    proxmox: { hosts: ['10b', '9a', 'pve1'] },
    workers: {
      '2x': { count: 1, addresses: '+20', vmids: 3000 },
      '1x': { count: 1, addresses: '+30', vmids: 4000 },
    },
  })
  expect(proxmox.hosts).toEqual(['10b', '9a', 'pve1'])
  expect(machines.map(({ pool }) => pool)).toEqual(['controlPlane', 'controlPlane', 'controlPlane', '2x', '1x'])
})
