import { expect, test } from 'vitest'
import { problemsOf } from './rendered.ts'

const withPatch = (text: string, version = 'v1.11.0') => ({
  cluster: { talos: { version, patches: ['p.yaml'] }, controlPlane: { count: 1 } },
  files: { 'p.yaml': text },
})

/** What the real `talosctl validate` lets through though no machine could live with it. */
test.each([
  ['pod subnets that are no networks', 'cluster:\n  network:\n    podSubnets: [pods]\n', 'p.yaml:3:18'],
  ['a CNI of another name', 'cluster:\n  network:\n    cni:\n      name: cilium\n', 'p.yaml:4:13'],
  ['an own CNI without manifests', 'cluster:\n  network:\n    cni:\n      name: custom\n', 'p.yaml:4:7'],
  ['a name as name server', 'machine:\n  network:\n    nameservers: [dns.example.com]\n', 'p.yaml:3:19'],
  [
    'a card with an impossible hardware address',
    'machine:\n  network:\n    interfaces:\n      - deviceSelector: { hardwareAddr: zz }\n        dhcp: true\n',
    'p.yaml:4:41',
  ],
  [
    'one card twice',
    'machine:\n  network:\n    interfaces:\n      - deviceSelector: { physical: true }\n      - deviceSelector: { physical: true }\n        dhcp: true\n',
    'p.yaml:5:9',
  ],
  ['a host name of seventy characters', `machine:\n  network:\n    hostname: ${'a'.repeat(70)}\n`, 'p.yaml:3:15'],
  [
    'an address without its network',
    'machine:\n  network:\n    interfaces:\n      - interface: eth5\n        addresses: [192.0.2.1]\n',
    'p.yaml:5:21',
  ],
  ['an API without TLS', 'cluster:\n  controlPlane:\n    endpoint: http://192.0.2.1:6443\n', 'p.yaml:3:15'],
  ['a kubelet without image', 'machine:\n  kubelet:\n    image:\n      $patch: delete\n', 'p.yaml:4:7'],
  ['a control plane without etcd', 'cluster:\n  etcd:\n    $patch: delete\n', 'p.yaml:3:5'],
  [
    'a mirror without address',
    'machine:\n  registries:\n    mirrors:\n      docker.io:\n        endpoints: [mirror]\n',
    'p.yaml:5:21',
  ],
  ['a machine without type', 'machine:\n  type:\n    $patch: delete\n', 'p.yaml:3:5'],
  ['a config without its main document', '$patch: delete\n', 'p.yaml:1:1'],
])('%s is refused where the patch says it', async (_, text, place) => {
  const problems = await problemsOf(withPatch(text))
  expect(problems.length).toBeGreaterThan(0)
  for (const problem of problems) expect(problem.split(' ')[0]).toBe(place)
})

test('what one patch takes away is its doing, also after others', async () => {
  const { cluster, files } = withPatch('cluster:\n  etcd:\n    $patch: delete\n')
  const talos = { ...cluster.talos, patches: ['p.yaml', 'q.yaml'] }
  const later = { ...files, 'q.yaml': 'cluster:\n  clusterName: other\n' }
  expect(await problemsOf({ cluster: { ...cluster, talos }, files: later })).toEqual([
    'p.yaml:3:5 v1alpha1: cluster.etcd: a control plane needs the certificate authority of etcd',
  ])
})

test('a shared address on a worker is refused where the patch says it', async () => {
  const text = 'apiVersion: v1alpha1\nkind: Layer2VIPConfig\nname: 10.0.0.9\nlink: net0\n'
  const written = withPatch(text, 'v1.12.4')
  const cluster = {
    ...written.cluster,
    talos: { version: 'v1.12.4' },
    workers: { w: { count: 1, patches: ['p.yaml'] } },
  }
  expect(await problemsOf({ ...written, cluster })).toEqual([
    'p.yaml:2:7 Layer2VIPConfig/10.0.0.9: kind: Layer2VIPConfig belongs on control planes only',
  ])
})
