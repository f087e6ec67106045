import { expect, test } from 'vitest'
import { configure, parts } from '../../../src/talos/config/configure.ts'
import { generate } from '../../../src/talos/config/generate.ts'
import { nameOf } from '../../../src/talos/document/identity.ts'
import { at } from '../../../src/talos/document/value.ts'
import { testInput } from '../support/test-only.ts'

test('a fixed host name turns the automatic one off', () => {
  const documents = configure(generate(testInput('1.12', 'worker')), { hostname: 'w-1' }, '1.12')
  expect(documents.find((document) => nameOf(document) === 'HostnameConfig')).toMatchObject({
    auto: 'off',
    hostname: 'w-1',
  })
})

test('links are known by their hardware address in both forms', () => {
  const wanted = [
    {
      selector: { mac: 'BC:24:11:AA:00:01' },
      addresses: ['fd00::2/64'],
      routes: [{ gateway: 'fd00::1' }],
      vips: ['fd00::10'],
    },
  ]
  expect(parts.links(wanted, '1.12')).toEqual([
    {
      apiVersion: 'v1alpha1',
      kind: 'LinkAliasConfig',
      name: 'net0',
      selector: { match: 'mac(link.permanent_addr) == "bc:24:11:aa:00:01"' },
    },
    {
      apiVersion: 'v1alpha1',
      kind: 'LinkConfig',
      name: 'net0',
      up: true,
      addresses: [{ address: 'fd00::2/64' }],
      routes: [{ gateway: 'fd00::1' }],
    },
    { apiVersion: 'v1alpha1', kind: 'Layer2VIPConfig', name: 'fd00::10', link: 'net0' },
  ])
  expect(at(parts.links(wanted, '1.11')[0], 'machine', 'network', 'interfaces')).toEqual([
    {
      deviceSelector: { hardwareAddr: 'bc:24:11:aa:00:01' },
      addresses: ['fd00::2/64'],
      routes: [{ network: '::/0', gateway: 'fd00::1' }],
      dhcp: false,
      vip: { ip: 'fd00::10' },
    },
  ])
})

test('what the kubelet and the node need meets in one document', () => {
  const wishes = { kubelet: { nodeIpSubnets: ['192.0.2.0/24'] }, node: { labels: { a: 'b' } } }
  const documents = configure(generate(testInput('1.14', 'worker')), wishes, '1.14')
  expect(documents.filter((document) => nameOf(document) === 'KubeNodeConfig')).toEqual([
    { apiVersion: 'v1alpha1', kind: 'KubeNodeConfig', nodeIP: { validSubnets: ['192.0.2.0/24'] }, labels: { a: 'b' } },
  ])
})

test('encrypting the disk keeps what the generated volume has', () => {
  const documents = configure(
    generate(testInput('1.14', 'worker')),
    { encryption: { ephemeral: [{ from: 'tpm' }] } },
    '1.14',
  )
  expect(documents.find((document) => nameOf(document) === 'VolumeConfig/EPHEMERAL')).toMatchObject({
    encryption: { provider: 'luks2', keys: [{ slot: 0, tpm: {} }] },
    mount: { secure: true },
  })
})

test('what a contract has no way to say is refused', () => {
  const mount = { destination: '/var/lib/x', source: '/var/lib/x' }
  expect(() => parts.kubelet({ extraMounts: [mount] }, '1.14')).toThrow('extra mounts')
  expect(() => parts.userVolumes([{ name: 'a', disk: { match: 'system_disk' } }], '1.9')).toThrow('needs contract 1.10')
})
