import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { nocloudSeed } from '../../../src/talos/from-desired/nocloud.ts'
import { resolved, smallCluster } from '../../resolve/resolved.ts'

const seedOf = async (network: object) => {
  const desired = await resolved({ ...smallCluster, network })
  const [machine] = desired.machines
  if (machine === undefined) throw new Error('no machine')
  return { machine, seed: nocloudSeed(machine, desired.network, 'machine: {}\n') }
}

test('a machine finds its config, its name and its static addresses', async () => {
  const { machine, seed } = await seedOf({
    cidr: ['192.168.1.0/24', 'fd00:1::/64'],
    gateway: ['192.168.1.1', 'fd00:1::1'],
    dns: ['192.168.1.1'],
  })
  expect(seed.userData).toBe('machine: {}\n')
  expect(parse(seed.metaData)).toEqual({ 'instance-id': machine.uuid, hostname: machine.name })
  const [four, six] = machine.nics[0].addresses
  expect(parse(seed.networkConfig)).toEqual({
    version: 1,
    config: [
      {
        type: 'physical',
        name: 'eth0',
        mac_address: machine.nics[0].mac.toLowerCase(),
        subnets: [
          { type: 'static', address: `${four?.address}/24`, gateway: '192.168.1.1' },
          { type: 'static6', address: `${six?.address}/64`, gateway: 'fd00:1::1' },
        ],
      },
      { type: 'nameserver', address: ['192.168.1.1'] },
    ],
  })
})

test('a machine without an address of its own asks DHCP', async () => {
  const { seed } = await seedOf({ addressing: 'dhcp', endpoint: 'https://k8s.lan:6443' })
  expect(parse(seed.networkConfig)).toMatchObject({ config: [{ type: 'physical', subnets: [{ type: 'dhcp4' }] }] })
})

test('a hardware address of digits is a text to every reader', async () => {
  const { machine } = await seedOf({ cidr: '192.168.1.0/24' })
  const [nic] = machine.nics
  const digits = { ...machine, nics: [{ ...nic, mac: '12:34:56:11:22:33' }] as const }
  expect(nocloudSeed(digits, { dns: [] }, '').networkConfig).toContain("mac_address: '12:34:56:11:22:33'")
})
