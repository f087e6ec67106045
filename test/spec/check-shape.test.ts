import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkShape } from '../../src/spec/check-shape.ts'
import { loadText } from '../../src/spec/load.ts'
import { formatPath } from '../../src/spec/problem.ts'
import { growth } from '../growth.ts'
import { smallCluster } from '../resolve/resolved.ts'

const said = async (change: object) => {
  const { problems } = await loadText(stringify({ ...smallCluster, ...change }), 'cluster.yaml')
  return problems.map(({ path, message, hint }) =>
    [formatPath(path), message, ...(hint === undefined ? [] : [hint])].join(' | '),
  )
}

test('a valid file has no problems', async () => {
  expect(await said({})).toEqual([])
})

test('an unknown key names the nearest known one', async () => {
  expect(await said({ controlPlane: { memry: '8GiB' } })).toEqual([
    'controlPlane.memry | unknown key "memry" | did you mean memory?',
  ])
})

test('an unknown key that resembles nothing lists what may stand there', async () => {
  expect(await said({ artifacts: { zzzzzz: 1 } })).toEqual([
    'artifacts.zzzzzz | unknown key "zzzzzz" | known here: dir, machineConfigs, secrets',
  ])
})

test('an unknown key set to null is unknown all the same', async () => {
  expect(await said({ controlPlane: { memry: null } })).toEqual([
    'controlPlane.memry | unknown key "memry" | did you mean memory?',
  ])
})

test('a size without its unit says how to write it', async () => {
  expect(await said({ controlPlane: { memory: 8 } })).toEqual([
    'controlPlane.memory | a size needs its unit, write 8GiB or 8MiB',
  ])
  expect(await said({ controlPlane: { disk: 40 } })).toEqual([
    'controlPlane.disk | a size needs its unit, write 40GiB or 40MiB',
  ])
  expect(await said({ controlPlane: { memory: '8GB' } })).toEqual([
    'controlPlane.memory | not a size: a number and KiB, MiB, GiB or TiB, such as 8GiB | write 8GiB',
  ])
})

test('a missing key is named', async () => {
  expect(await said({ talos: {} })).toEqual(['talos.version | required, but missing'])
  expect(await said({ workers: { general: {} } })).toEqual(['workers.general.count | required, but missing'])
})

test('a wrong type is said in plain words', async () => {
  expect(await said({ ha: 'yes' })).toEqual(['ha | expected true or false | write true'])
  expect(await said({ tags: 'a' })).toEqual(['tags | expected a list | write [a]'])
  expect(await said({ vm: 3 })).toEqual(['vm | expected a map'])
  expect(await said({ controlPlane: { cores: 1.5 } })).toEqual(['controlPlane.cores | expected a whole number'])
})

test('a value out of its range says the range', async () => {
  expect(await said({ vm: { net: { queues: 17 } } })).toEqual(['vm.net.queues | must be at most 16'])
  expect(await said({ vm: { startup: { up: 301 } } })).toEqual(['vm.startup.up | must be at most 300'])
  expect(await said({ vm: { startup: { down: -1 } } })).toEqual(['vm.startup.down | must be at least 0'])
  expect(await said({ network: { ...smallCluster.network, vlan: 4095 } })).toEqual([
    'network.vlan | a VLAN is 1 to 4094',
  ])
})

test('a value that is none of the choices lists them', async () => {
  expect(await said({ vm: { bios: 'uefi' } })).toEqual(['vm.bios | must be one of ovmf, seabios'])
  expect(await said({ kind: 'Clster' })).toEqual(['kind | must be Cluster'])
})

test('where several forms are allowed, the one that was meant is explained', async () => {
  expect(await said({ vm: { cpu: { tpe: 'host' } } })).toEqual(['vm.cpu.tpe | unknown key "tpe" | did you mean type?'])
  expect(await said({ controlPlane: { addresses: 'x' } })).toEqual([
    'controlPlane.addresses | not addresses: an offset such as +10, a range such as 192.168.1.20-192.168.1.29, a list, or one address',
  ])
  expect(await said({ controlPlane: { vmids: '9-8' } })).toEqual([
    'controlPlane.vmids | not a range of VMIDs: write it as 2000-2999',
  ])
  expect(await said({ proxmox: { hosts: 'pve1' } })).toEqual([
    'proxmox.hosts | expected a list or a map | write [pve1]',
  ])
  expect(await said({ kubernetes: { cni: 'cilium' } })).toEqual(['kubernetes.cni | must be one of flannel, none'])
})

test('wrong names of things are said of the name', async () => {
  expect(await said({ name: 'Home_Lab' })).toEqual([
    'name | not a DNS label: lower-case letters, digits and dashes, at most 63 | write home-lab',
  ])
  expect(await said({ workers: { 'Bad Pool': { count: 1 } } })).toEqual([
    'workers["Bad Pool"] | not a DNS label: lower-case letters, digits and dashes, at most 63',
  ])
})

test('all problems come at once', async () => {
  expect(await said({ ha: 3, vm: { bios: 'uefi', memry: '1GiB' }, talos: { version: '1.12' } })).toHaveLength(4)
})

test('a device is a mapping or an address', async () => {
  const wrong = 'controlPlane.gpu | not a device: write the name of a mapping, or an address such as 0000:01:00.0'
  expect(await said({ controlPlane: { gpu: '' } })).toEqual([wrong])
  expect(await said({ controlPlane: { gpu: 'bad name!' } })).toEqual([wrong])
})

test('the time for unknown keys grows as their number does', () => {
  const cluster = (count: number) => ({
    ...smallCluster,
    vm: Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1])),
  })
  const checked = (count: number) => {
    const value = cluster(count)
    return () => expect(checkShape(value, []).problems).toHaveLength(count)
  }
  // Twenty times the keys: twenty times the time, where comparing each with each would take 400 times.
  expect(growth(checked(500), checked(10_000), 120)).toBeLessThan(120)
})

test.each([
  [{ controlPlane: { memory: '40G' } }, 'write 40GiB'],
  [{ controlPlane: { memory: '16gib' } }, 'write 16GiB'],
  [{ talos: { version: '1.12.4' } }, 'write v1.12.4'],
  [{ kubernetes: { version: 1.35 } }, 'write v1.35.0'],
  [{ proxmox: { endpoint: 'pve1.lan:8006' } }, 'write https://pve1.lan:8006'],
  [{ proxmox: { endpoint: 'http://pve1.lan:8006' } }, 'write https://pve1.lan:8006'],
  [{ proxmox: { storage: 'local-zfs' } }, 'write { disks: local-zfs }'],
  [{ vm: { disk: '40GiB' } }, 'write { size: 40GiB }'],
  [{ ha: 'off' }, 'write false'],
  [{ controlPlane: { count: '3' } }, 'write 3, without quotes'],
  [{ controlPlane: { labels: { a: 1 } } }, 'write "1"'],
  [{ controlPlane: { labels: { a: true } } }, 'write "true"'],
  [{ controlPlane: { addresses: '192.168.1.211-213' } }, 'write 192.168.1.211-192.168.1.213'],
  [{ controlPlane: { addresses: 'fd00::10-1f' } }, 'write fd00::10-fd00::1f'],
  [{ image: { mode: 'ISO' } }, 'write iso'],
  [{ image: { mode: 'imprt' } }, 'did you mean import?'],
])('%j is offered as it would be right', async (change, hint) => {
  expect((await said(change)).map((line) => line.split(' | ')[2])).toEqual([hint])
})

test('a version that may have lost a zero is not guessed', async () => {
  expect(await said({ kubernetes: { version: 1.3 } })).toEqual([
    'kubernetes.version | not a version: write it with a v and three numbers',
  ])
})

test('a misspelt key does not count as missing too', async () => {
  expect(await said({ talos: { verison: 'v1.12.4' } })).toEqual([
    'talos.verison | unknown key "verison" | did you mean version?',
  ])
  const { cidr, gateway: gatway } = smallCluster.network
  expect(await said({ network: { cidr, gatway } })).toEqual([
    'network.gatway | unknown key "gatway" | did you mean gateway?',
  ])
})

test('a host of a whole pool is told to be a host of single machines', async () => {
  const way = 'pin single machines under nodes.NAME.host or placement.pinned'
  expect(await said({ controlPlane: { host: 'pve1' } })).toEqual([`controlPlane.host | unknown key "host" | ${way}`])
  expect(await said({ workers: { gpu: { count: 1, host: 'pve1' } } })).toEqual([
    `workers.gpu.host | unknown key "host" | ${way}`,
  ])
})
