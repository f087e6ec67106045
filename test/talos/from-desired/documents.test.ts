import path from 'node:path'
import { expect, test } from 'vitest'
import { minorOf, talosMinors } from '../../../src/resolve/versions.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { at, listAt } from '../../../src/talos/document/value.ts'
import { root } from '../../shared-data.ts'
import { documentOf, problemsOf, renderAll, renderOne } from '../render/rendered.ts'
import { everyFile, everything } from './everything.ts'

const versions = Object.keys(talosMinors).map((minor) => `v1.${minor}.0`)

const clusterFor = (version: string) => ({ ...everything, talos: { ...everything.talos, version } })

test.each(versions)(
  'everything that a cluster file can say is in the configs for Talos %s, and right',
  async (version) => {
    const written = { cluster: clusterFor(version), files: everyFile }
    expect(await problemsOf(written)).toEqual([])
    const texts = (await renderAll(written)).map(
      ({ machine, documents }) => `# ${machine}\n${printDocuments(documents)}`,
    )
    const golden = path.join(root, 'test/golden/talos/rendered', `v1.${minorOf(version)}.yaml`)
    await expect(texts.join('')).toMatchFileSnapshot(golden)
  },
)

test('only control planes know of the virtual address', async () => {
  for (const version of ['v1.11.0', 'v1.12.4']) {
    const [controlPlane, worker] = await renderAll({ cluster: clusterFor(version), files: everyFile })
    expect(printDocuments(controlPlane?.documents ?? [])).toMatch(/vip:|Layer2VIPConfig/)
    expect(printDocuments(worker?.documents ?? [])).not.toMatch(/vip:|Layer2VIPConfig/)
  }
})

test('a machine that asks DHCP and has nothing to add is left to do so', async () => {
  const rendered = await renderOne({ cluster: { network: { addressing: 'dhcp', endpoint: 'https://k8s.lan:6443' } } })
  expect(printDocuments(rendered.documents)).not.toMatch(/Link|DHCP|interfaces/)
})

test('a card that must be named keeps asking DHCP', async () => {
  const network = { addressing: 'dhcp', cidr: '10.0.0.0/24', vip: '10.0.0.5' }
  const rendered = await renderOne({ cluster: { network } })
  expect(documentOf(rendered, 'DHCPv4Config/net0')).toBeDefined()
  expect(documentOf(rendered, 'Layer2VIPConfig/10.0.0.5')).toMatchObject({ link: 'net0' })
})

test('a card with a route of its own keeps asking DHCP, in either form', async () => {
  const routes = [{ network: '10.8.0.0/16', gateway: '10.0.0.254' }]
  const network = { addressing: 'dhcp', endpoint: 'https://k8s.lan:6443', routes }
  const rendered = await renderOne({ cluster: { network } })
  expect(documentOf(rendered, 'DHCPv4Config/net0')).toBeDefined()
  expect(documentOf(rendered, 'LinkConfig/net0')).toMatchObject({
    routes: [{ destination: '10.8.0.0/16', gateway: '10.0.0.254' }],
  })
  const legacy = await renderOne({ cluster: { network, talos: { version: 'v1.11.5' } } })
  expect(listAt(documentOf(legacy), 'machine', 'network', 'interfaces')).toMatchObject([{ dhcp: true, routes }])
})

test('a machine may reach a network otherwise than the others, or not at all', async () => {
  const routes = [{ network: '2001:db8::/32', gateway: 'fd00::fe', source: 'fd00::b' }]
  const network = { cidr: ['10.0.0.0/24', 'fd00::/64'], gateway: ['10.0.0.1', 'fd00::1'], vip: '10.0.0.5' }
  const cluster = {
    network: { ...network, routes: [{ network: '10.8.0.0/16', gateway: '10.0.0.254' }] },
    nodes: { 'test-cp-2': { network: { routes } }, 'test-cp-3': { network: { routes: null } } },
  }
  const links = (await renderAll({ cluster })).map((rendered) => at(documentOf(rendered, 'LinkConfig/net0'), 'routes'))
  const usual = [{ gateway: '10.0.0.1' }, { gateway: 'fd00::1' }]
  expect(links).toEqual([
    [...usual, { destination: '10.8.0.0/16', gateway: '10.0.0.254' }],
    [...usual, { destination: '2001:db8::/32', gateway: 'fd00::fe', source: 'fd00::b' }],
    usual,
  ])
})

test('each virtual address of dual stack is on the card of its network, and in the certificates', async () => {
  const network = {
    cidr: ['10.0.0.0/24', 'fd00::/64'],
    gateway: ['10.0.0.1', 'fd00::1'],
    vip: ['10.0.0.5', 'fd00::5'],
  }
  const rendered = await renderOne({ cluster: { network } })
  expect(documentOf(rendered, 'Layer2VIPConfig/fd00::5')).toMatchObject({ link: 'net0' })
  expect(at(documentOf(rendered), 'machine', 'certSANs')).toEqual(['fd00::5'])
  expect(await problemsOf({ cluster: { network, talos: { version: 'v1.11.5' } } })).toEqual([
    expect.stringMatching(
      /^cluster\.yaml:\d+:\d+ a card can hold one virtual address there, and fd00::5 is another one$/,
    ),
  ])
})

test('a disk image needs no install document, an ISO does', async () => {
  const talos = { version: 'v1.14.1' }
  const image = { mode: 'iso', iso: { volume: 'local:iso/talos.iso' } }
  expect(documentOf(await renderOne({ cluster: { talos } }), 'UnattendedInstallConfig')).toBeUndefined()
  expect(documentOf(await renderOne({ cluster: { talos, image } }), 'UnattendedInstallConfig')).toMatchObject({
    installer: { image: expect.stringMatching(/^factory\.talos\.dev\/nocloud-installer\/[0-9a-f]{64}:v1\.14\.1$/) },
    provisioning: { diskSelector: { match: 'disk.dev_path == "/dev/sda"' } },
  })
})

test('upgrades keep the extensions and the secure boot of the image', async () => {
  const cluster = {
    talos: { version: 'v1.12.4', extensions: ['iscsi-tools', 'util-linux-tools'], secureBoot: true },
    vm: { bios: 'ovmf' },
  }
  expect(at(documentOf(await renderOne({ cluster })), 'machine', 'install', 'image')).toBe(
    'factory.talos.dev/nocloud-installer-secureboot/88d1f7a5c4f1d3aba7df787c448c1d3d008ed29cfb34af53fa0df4336a56040b:v1.12.4',
  )
})

test('a name server that is off is asked by nobody', async () => {
  for (const version of ['v1.11.5', 'v1.14.1']) {
    const rendered = await renderOne({ cluster: { talos: { version, hostDNS: { enabled: false } } } })
    const held =
      at(documentOf(rendered, 'ResolverConfig'), 'hostDNS') ??
      at(documentOf(rendered), 'machine', 'features', 'hostDNS')
    expect(held).toEqual({ enabled: false, forwardKubeDNSToHost: false })
  }
})

test.each([
  [{ kubernetes: { taints: ['a:NoSchedule', 'a:NoExecute'] } }, 'the taint a is given two effects'],
  [{ talos: { version: 'v1.12.4', volumes: [{ name: 'data', disk: 2 }] } }, 'volume data is on further disk 2'],
  [
    {
      talos: { version: 'v1.9.0', volumes: [{ name: 'data', filesystem: 'ext4' }] },
      vm: { disks: [{ size: '20GiB' }] },
    },
    'volume data needs contract 1.10 or newer',
  ],
  [
    {
      talos: { version: 'v1.12.4', volumes: [{ name: 'data' }] },
      vm: { disks: [{ size: '20GiB', bus: 'sata' }] },
    },
    'calls the disk sata0 of volume data is not certain',
  ],
  [
    {
      talos: {
        version: 'v1.12.4',
        registries: {
          a: { endpoints: ['https://mirror.lan'], insecure: true },
          b: { endpoints: ['https://mirror.lan'], insecure: false },
        },
      },
    },
    'the mirror mirror.lan is to be spoken to in two different ways',
  ],
])('what Talos has no room for is refused: %j', async (cluster, message) => {
  expect(await problemsOf({ cluster })).toContainEqual(expect.stringContaining(message))
})

test('a Talos that is newer than all that are known is checked as the newest of those', async () => {
  const talos = { version: 'v1.99.0', contract: 'v1.14' }
  expect(await problemsOf({ cluster: { talos, kubernetes: { version: 'v1.37.0' } } })).toEqual([])
})

test('a JSON patch works where Talos takes one, and is refused at its place where not', async () => {
  const patches = ['p.yaml']
  const files = { 'p.yaml': '- op: add\n  path: /machine/sysctls\n  value: { a: "1" }\n' }
  const rendered = await renderOne({ cluster: { talos: { version: 'v1.11.5', patches } }, files })
  expect(at(documentOf(rendered), 'machine', 'sysctls')).toEqual({ a: '1' })
  const roots = { version: 'v1.11.5', patches, trustedCAs: ['ca.pem'] }
  expect(await problemsOf({ cluster: { talos: roots }, files: { ...files, ...everyFile } })).toEqual([
    'p.yaml:1:1 a JSON patch cannot change a config of 2 documents',
  ])
})
