import { expect, test } from 'vitest'
import { type Changes, problemsOf } from './problems-of.ts'

const seen = async (changes: Changes) => (await problemsOf(changes)).map(({ code, path }) => `${code} ${path}`)

/** A mistake that only a rule can find. */
const evenCount = { ha: 'true', controlPlane: '{ count: 4 }' }
const evenFound = 'even-control-planes controlPlane.count'

test.each([
  ['apiVersion', { apiVersion: 'v1' }, 'apiVersion'],
  ['kind', { kind: 'Clster' }, 'kind'],
  ['name', { name: 'Home_Lab' }, 'name'],
  ['the Talos version', { talos: '{ version: 1.12.4 }' }, 'talos.version'],
  ['a missing Talos version', { talos: '{}' }, 'talos.version'],
  ['a section of the wrong kind', { talos: '3' }, 'talos'],
  ['the count of a pool', { workers: '{ a: { count: three } }' }, 'workers.a.count'],
  ['the size of a disk', { vm: '{ disks: [{ size: 100 }] }' }, 'vm.disks[0].size'],
  [
    'a required key two levels deep',
    { talos: '{ version: v1.12.4, registries: { x: {} } }' },
    'talos.registries.x.endpoints',
  ],
] as const)('the rules speak although %s is wrong', async (_, wrong, path) => {
  expect(await seen({ ...evenCount, ...wrong })).toEqual([`schema ${path}`, evenFound])
})

test('nothing is said that follows only from a Talos version that is wrong', async () => {
  const patches =
    '[{ apiVersion: v1alpha1, kind: VolumeConfig, name: EPHEMERAL }, { machine: { network: { hostname: a } } }]'
  expect(
    await seen({
      talos: `{ version: "1.9.0", contract: v1.14, patches: ${patches} }`,
      kubernetes: '{ version: v1.20.0 }',
    }),
  ).toEqual(['schema talos.version'])
})

test('machines of a wrong name or of a wrong pool are not unknown', async () => {
  expect(await seen({ name: 'Home_Lab', nodes: '{ home-lab-cp-1: { vmid: 2001 } }' })).toEqual(['schema name'])
  expect(await seen({ workers: '{ a: { count: three } }', nodes: '{ lab-a-1: { vmid: 3001 } }' })).toEqual([
    'schema workers.a.count',
  ])
  expect(await seen({ workers: '{ a: { count: 1, cores: x } }', nodes: '{ lab-b-1: { vmid: 3001 } }' })).toEqual([
    'schema workers.a.cores',
    'unknown-machine nodes.lab-b-1',
  ])
})

test('what is said of an item is said of that item, also after a wrong one', async () => {
  expect(await seen({ talos: '{ version: v1.12.4, patches: ["", none.yaml] }' })).toEqual(['schema talos.patches[0]'])
  expect(
    await seen({ controlPlane: '{ patches: [none.yaml] }', talos: '{ version: v1.12.4, patches: ["", none.yaml] }' }),
  ).toEqual(['schema talos.patches[0]', 'patch-unreadable controlPlane.patches[0]'])
})

test('a mistyped key is the only thing said of its map', async () => {
  expect(await seen({ controlPlane: '{ addresses: { ipv5: +10 } }' })).toEqual([
    'unknown-key controlPlane.addresses.ipv5',
  ])
  expect(await seen({ vm: '{ pci: [{ maping: aa }] }' })).toEqual(['unknown-key vm.pci[0].maping'])
  expect(await seen({ network: '{ cidr: 192.168.1.0/24, gateway: 192.168.1.1, selector: { mak: x } }' })).toEqual([
    'unknown-key network.selector.mak',
  ])
})
