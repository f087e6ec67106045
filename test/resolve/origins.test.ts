import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Machine } from '../../src/resolve/desired.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadSpec } from '../../src/spec/load.ts'
import { formatPath, type Path } from '../../src/spec/problem.ts'
import { root } from '../shared-data.ts'
import { machineOf, resolved, smallCluster } from './resolved.ts'

/** A cluster that says a little of much: what it leaves open has to come from somewhere too. */
const partial = {
  ...smallCluster,
  protection: true,
  proxmox: {
    hosts: { pve1: { storage: { disks: 'tank', images: 'nas' } }, pve2: {}, pve3: {} },
    storage: { disks: 'local-zfs' },
  },
  vm: { startup: { order: '+3' }, efidisk: { storage: 'fast' }, bios: 'ovmf' },
  controlPlane: { vmids: '2100-2199', addresses: '+30', name: 'cp{index}' },
  workers: { general: { count: 2, disks: [{ size: '10GiB' }], storage: { templates: 'golden' }, labels: { a: 'b' } } },
  nodes: { cp1: { host: 'pve1' }, 'test-general-1': { vmid: 3500, address: '10.0.0.77', host: 'pve1' } },
  placement: { pinned: { cp2: 'pve2' } },
}

const origin = async (name: string, setting: string) => machineOf(await resolved(partial), name).origins.get(setting)
const inFile = (...place: Path) => ({ from: 'file', path: place })

test('a storage that the host chooses leads to the line of the host', async () => {
  const host = ['proxmox', 'hosts', 'pve1', 'storage'] as const
  expect(await origin('cp1', 'storage.disks')).toEqual(inFile(...host, 'disks'))
  expect(await origin('cp1', 'storage.images')).toEqual(inFile(...host, 'images'))
  expect(await origin('cp2', 'storage.disks')).toEqual(inFile('proxmox', 'storage', 'disks'))
  expect(await origin('cp2', 'storage.images')).toEqual({ from: 'built-in' })
})

test('a storage that is that of the disks leads to where those are chosen', async () => {
  const how = 'the storage of the disks'
  const path = ['proxmox', 'hosts', 'pve1', 'storage', 'disks']
  expect(await origin('cp1', 'storage.cloudInit')).toEqual({ from: 'derived', how, path })
  expect(await origin('cp1', 'storage.templates')).toEqual({ from: 'derived', how, path })
  expect(await origin('test-general-1', 'storage.templates')).toEqual(
    inFile('workers', 'general', 'storage', 'templates'),
  )
})

test('a pinned host leads to its pin', async () => {
  expect(await origin('cp1', 'host')).toEqual(inFile('nodes', 'cp1', 'host'))
  expect(await origin('cp2', 'host')).toEqual(inFile('placement', 'pinned', 'cp2'))
  expect(await origin('cp3', 'host')).toEqual({ from: 'derived', how: expect.any(String) })
})

test('a machine that stays on another host than its pin says why', async () => {
  const desired = await resolved(partial, { hosts: [], placed: new Map([['cp2', 'pve3']]) })
  expect(machineOf(desired, 'cp2')).toMatchObject({ host: 'pve3' })
  expect(machineOf(desired, 'cp2').origins.get('host')).toEqual({
    from: 'derived',
    how: expect.stringContaining('though the file pins it to pve2'),
  })
})

test('a pin is the origin of the host while no host is known', async () => {
  const { hosts: _, ...proxmox } = partial.proxmox
  expect(machineOf(await resolved({ ...partial, proxmox }), 'cp2').origins.get('host')).toEqual(
    inFile('placement', 'pinned', 'cp2'),
  )
})

test.each([
  ['vmid', 'vmids'],
  ['nics[0].addresses', 'addresses'],
  ['name', 'name'],
])('%s leads to the %s it is counted from', async (setting, key) => {
  expect(await origin('cp2', setting)).toMatchObject({ from: 'derived', path: ['controlPlane', key] })
  expect(await origin('test-general-2', setting)).toEqual({ from: 'derived', how: expect.any(String) })
})

test('an identity that a node states leads there', async () => {
  expect(await origin('test-general-1', 'vmid')).toEqual(inFile('nodes', 'test-general-1', 'vmid'))
  expect(await origin('test-general-1', 'nics[0].addresses')).toEqual(inFile('nodes', 'test-general-1', 'address'))
})

test('what hardware is derived from is named where the file states it', async () => {
  expect(await origin('cp1', 'vm.protection')).toMatchObject({ from: 'derived', path: ['protection'] })
  expect(await origin('cp1', 'vm.startup.up')).toEqual({ from: 'built-in' })
})

/** Paths of a machine whose setting goes by another path in the file. */
const settingOf: readonly (readonly [RegExp, string])[] = [
  [/^nics\[0\]\.(bridge|vlan|mtu)/, 'network.$1'],
  [/^nics\[0\]\.(model|queues|firewall|rate|trunks)/, 'vm.net.$1'],
  [/^image\.(arch|secureBoot)/, 'talos.$1'],
  [/^image\.source\.mode/, 'image.mode'],
]
/** What the machine has beside its settings: of the cluster, of the pool, or computed from the machine's seat alone. */
const notSettings =
  /^(role|pool|index|uuid|vm\.tags|nics\[0\]\.(method|gateways|selector)|nics\[[1-9]|image\.(version|extensions|source\.[^m])|talos\.patches)/

function leaves(value: unknown, at: Path): Path[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [at]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The values of a machine for which neither their own setting nor one around them has an origin. */
function withoutOrigin({ origins, ...machine }: Machine): string[] {
  const known = [...origins.keys()]
  return leaves(machine, [])
    .map(formatPath)
    .filter((leaf) => !notSettings.test(leaf))
    .map((leaf) => settingOf.reduce((text, [pattern, setting]) => text.replace(pattern, setting), leaf))
    .filter((leaf) => !known.some((at) => leaf === at || leaf.startsWith(`${at}.`) || leaf.startsWith(`${at}[`)))
}

test('no setting of a machine is without an origin', async () => {
  for (const machine of (await resolved(partial)).machines) expect(withoutOrigin(machine)).toEqual([])
})

const examples = path.join(root, 'examples')

test.each(readdirSync(examples).filter((name) => name.endsWith('.yaml')))(
  'no setting of a machine of %s is without an origin',
  async (file) => {
    const { desired } = resolve(await loadSpec(path.join(examples, file)))
    expect(desired?.machines.flatMap(withoutOrigin)).toEqual([])
  },
)
