import { expect, test } from 'vitest'
import { offlineSchematic } from '../../../src/run/render/offline-schematic.ts'
import { renderCluster } from '../../../src/run/render/render-cluster.ts'
import { sameSecret } from '../../../src/run/render/secret-values.ts'
import { readDocuments } from '../../../src/spec/yaml-documents.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { readDocuments as readConfig, readValues } from '../../../src/talos/document/read.ts'
import { at, listAt } from '../../../src/talos/document/value.ts'
import { asWritten } from '../../../src/talos/render/patch-value.ts'
import { testOnlySecrets } from '../support/test-only.ts'
import { documentOf, problemsOf, renderOne, worldOf } from './rendered.ts'

const talos = (...patches: (string | object)[]) => ({ version: 'v1.12.4', patches })

/** The four patches of a cluster whose pod network is Cilium and whose storage is Longhorn. */
const cilium = {
  'patches/cluster.yaml': 'cluster:\n  network:\n    cni:\n      name: none\n  proxy:\n    disabled: true\n',
  'patches/control-plane.yaml':
    'machine:\n  network:\n    interfaces:\n      - deviceSelector:\n          physical: true\n        dhcp: true\n        vip:\n          ip: 10.0.0.5\n',
  'patches/worker.yaml':
    'machine:\n  nodeLabels:\n    "node.longhorn.io/create-default-disk": "config"\n  kernel:\n    modules:\n      - name: nbd\n      - name: iscsi_tcp\n',
  'patches/gpu.yaml': 'machine:\n  kernel:\n    modules:\n      - name: nvidia\n',
}

const ciliumCluster = (version: string) => ({
  network: { addressing: 'dhcp', cidr: '10.0.0.0/24', vip: '10.0.0.5', selector: { physical: true } },
  talos: { version, patches: ['patches/cluster.yaml'] },
  kubernetes: { cni: 'none', kubeProxy: false },
  controlPlane: { count: 1, patches: ['patches/control-plane.yaml'] },
  workers: { general: { count: 2, patches: ['patches/worker.yaml'] } },
  nodes: { 'test-general-2': { patches: ['patches/gpu.yaml'] } },
})

test.each(['v1.9.0', 'v1.12.4', 'v1.13.9'])(
  'patches in the old way work as they are written on Talos %s',
  async (version) => {
    const written = { cluster: ciliumCluster(version), files: cilium }
    expect(await problemsOf(written)).toEqual([])
    const controlPlane = documentOf(await renderOne(written))
    expect(at(controlPlane, 'cluster', 'network', 'cni')).toEqual({ name: 'none' })
    // What the patch says completely is not said again beside it.
    expect(at(controlPlane, 'machine', 'network', 'interfaces')).toEqual([
      { deviceSelector: { physical: true }, dhcp: true, vip: { ip: '10.0.0.5' } },
    ])
    const gpu = documentOf(await renderOne(written, 'test-general-2'))
    expect(at(gpu, 'machine', 'kernel', 'modules')).toEqual(['nbd', 'iscsi_tcp', 'nvidia'].map((name) => ({ name })))
    expect(at(gpu, 'machine', 'nodeLabels')).toEqual({ 'node.longhorn.io/create-default-disk': 'config' })
  },
)

test('on Talos 1.14 the same patches are refused with what to write instead', async () => {
  await expect(problemsOf({ cluster: ciliumCluster('v1.14.1'), files: cilium })).rejects.toThrow(
    /cluster\.network\.cni clashes[\s\S]*cluster\.proxy clashes[\s\S]*machine\.nodeLabels clashes/,
  )
})

test('a card that is patched in the old way is written in the old way, so that the two are merged', async () => {
  const mac = 'BC:24:11:00:00:01'
  const patch = {
    machine: { network: { interfaces: [{ deviceSelector: { hardwareAddr: mac.toLowerCase() }, mtu: 1400 }] } },
  }
  const rendered = await renderOne({ cluster: { talos: talos(patch), nodes: { 'test-cp-1': { mac } } } })
  expect(listAt(documentOf(rendered), 'machine', 'network', 'interfaces')).toEqual([
    expect.objectContaining({ mtu: 1400, addresses: ['10.0.0.10/24'] }),
  ])
  expect(documentOf(rendered, 'LinkConfig/net0')).toBeUndefined()
})

test('numbers are read as Talos reads them: octal with a leading zero, text where it wants text', async () => {
  const text =
    'machine:\n  files:\n    - path: /var/a\n      op: create\n      permissions: 0644\n      content: 1.10\n'
  const inline = { machine: { sysctls: { a: 1 } } }
  const rendered = await renderOne({ cluster: { talos: talos('p.yaml', inline) }, files: { 'p.yaml': text } })
  expect(listAt(documentOf(rendered), 'machine', 'files')).toEqual([
    { path: '/var/a', op: 'create', permissions: 0o644, content: '1.10' },
  ])
  expect(at(documentOf(rendered), 'machine', 'sysctls')).toEqual({ a: '1' })
})

test.each([
  'machine: { files: [{ permissions: 0o600, path: /a, op: create, content: "007" }] }',
  'machine: { kubelet: { extraArgs: { v: 4, a: yes } }, features: { rbac: yes } }',
  'base: &b { a: 1 }\nmachine: { sysctls: { <<: *b, c: 0x10 } }',
  'apiVersion: v1alpha1\nkind: WatchdogTimerConfig\ndevice: /dev/watchdog0\ntimeout: 1m\n---\nmachine: {}',
  '- op: add\n  path: /machine/x\n  value: 010\n',
])('a patch is the same to the reader of patches and to that of configs: %j', (text) => {
  const { index, documents } = readDocuments(text)
  expect(documents.map(({ root }) => asWritten(root, index.text))).toEqual(readValues(text))
})

test('references are filled in for each machine', async () => {
  const patch = {
    machine: {
      nodeAnnotations: {
        at: `\${node.name} on \${node.host}, \${node.address}`,
        vm: `\${node.vmid}`,
        not: `$\${node.name} $$ $5`,
      },
    },
  }
  const rendered = await renderOne({ cluster: { talos: talos(patch) } }, 'test-cp-2')
  expect(at(documentOf(rendered), 'machine', 'nodeAnnotations')).toEqual({
    at: expect.stringMatching(/^test-cp-2 on pve\d, 10\.0\.0\.11$/),
    vm: '2001',
    not: `\${node.name} $$ $5`,
  })
})

test('a reference may stand for a number', async () => {
  const patch = `apiVersion: v1alpha1\nkind: LinkConfig\nname: dummy0\nmtu: \${node.vmid}\n`
  const rendered = await renderOne({ cluster: { talos: talos('p.yaml') }, files: { 'p.yaml': patch } })
  expect(documentOf(rendered, 'LinkConfig/dummy0')).toMatchObject({ mtu: 2000 })
})

test('a reference that does not exist, or is not known, is refused at its place', async () => {
  const files = { 'p.yaml': `machine:\n  sysctls:\n    a: \${node.adress}\n    b: "\${cluster.vip}"\n` }
  const { problems } = await renderOne({ cluster: { talos: talos('p.yaml') }, files })
  expect(problems.map(({ at: place, message }) => `${place?.file}:${place?.line}:${place?.column} ${message}`)).toEqual(
    [
      `p.yaml:3:8 there is no reference \${node.adress}`,
      `p.yaml:4:8 \${cluster.vip} is not known for test-cp-1: the first virtual address`,
    ],
  )
  expect(problems[0]?.hint).toMatch(/node\.address.*cluster\.vip.*write \$\$\{…\} for the text itself/)
})

test('a reference in a key is refused, since nothing would be filled in there', async () => {
  const files = { 'p.yaml': `machine:\n  sysctls:\n    \${node.name}: "1"\n    $\${kept}: "2"\n` }
  const { problems } = await renderOne({ cluster: { talos: talos('p.yaml') }, files })
  expect(problems.map(({ at: place, message }) => `${place?.line}:${place?.column} ${message}`)).toEqual([
    `3:5 a key cannot hold a reference: \${node.name}`,
  ])
})

test('what a reference stands for is a text and no YAML, whatever is in it', async () => {
  const patch = { machine: { nodeAnnotations: { at: `\${node.host}` } } }
  const { loaded, desired } = await worldOf({ cluster: { talos: talos(patch) } })
  const host = 'x"\n  evil: { a: &b [1] } # *b'
  const machines = desired.machines.map((machine) => ({ ...machine, host }))
  const secrets = sameSecret('a')
  const input = {
    loaded,
    desired,
    bundle: testOnlySecrets,
    secrets,
    schematic: offlineSchematic,
    endpoint: 'https://a:6443',
  }
  const [rendered] = renderCluster(input, machines)
  const [root] = readConfig(printDocuments(rendered?.documents ?? []))
  expect(at(root, 'machine', 'nodeAnnotations')).toEqual({ at: host })
})
