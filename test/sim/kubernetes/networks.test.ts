import { expect, test } from 'vitest'
import { startCluster } from '../../../sim/kubernetes/bootstrap/bootstrap.ts'
import { createKubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { change, make } from '../../../sim/kubernetes/controllers/write.ts'
import { type JsonObject, objectAt, textAt } from '../../../sim/kubernetes/json.ts'
import { registerNode } from '../../../sim/kubernetes/nodes/nodes.ts'
import { type ClusterNetworks, emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { bringUp, machine } from './small-cluster.ts'

const V4: ClusterNetworks = { podSubnets: ['10.42.0.0/20'], serviceSubnets: ['10.43.0.0/16'] }
const DUAL: ClusterNetworks = {
  podSubnets: ['10.42.0.0/16', 'fd42:1::/56'],
  serviceSubnets: ['10.43.0.0/16', 'fd43::/112'],
}
const V6: ClusterNetworks = { podSubnets: ['fd42:1::/56'], serviceSubnets: ['fd43::/112'] }

function world(networks: ClusterNetworks) {
  const clock = manualClock(0)
  const api = createKubernetesApi(emptyKubernetes('v1.35.4', networks), clock)
  const settled = (name: string) => {
    const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = objectAt(
      api.store.get('/services', `default/${name}`),
      'spec',
    )
    return { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy }
  }
  const service = (name: string, spec: JsonObject) => {
    const ports = [{ port: 80 }]
    make(api, 'test', '/services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: 'default' },
      spec: { selector: { app: 'web' }, ports, ...spec },
    })
    return settled(name)
  }
  return { api, clock, service, settled }
}

test('the API server has the first address of the network of services, the DNS the tenth', () => {
  for (const [networks, first, tenth] of [
    [V4, ['10.43.0.1'], ['10.43.0.10']],
    [DUAL, ['10.43.0.1'], ['10.43.0.10', 'fd43::a']],
    [V6, ['fd43::1'], ['fd43::a']],
  ] as const) {
    const { api, settled } = world(networks)
    bringUp(api)
    expect(settled('kubernetes').clusterIPs).toEqual(first)
    expect(objectAt(api.store.get('/services', 'kube-system/kube-dns'), 'spec').clusterIPs).toEqual(tenth)
  }
})

test('nodes have a share of each network of pods, and pods an address of each share of their node', () => {
  const { api, clock } = world(DUAL)
  bringUp(api)
  clock.advance(60_000)
  expect(api.store.list('/nodes').map(({ spec }) => objectAt({ spec }, 'spec').podCIDRs)).toEqual([
    ['10.42.0.0/24', 'fd42:1::/64'],
    ['10.42.1.0/24', 'fd42:1:0:1::/64'],
    ['10.42.2.0/24', 'fd42:1:0:2::/64'],
  ])
  const pods = api.store.list('/pods').filter((pod) => pod.metadata.name.startsWith('coredns'))
  for (const pod of pods) {
    const share = objectAt(api.store.get('/nodes', textAt(pod, 'spec', 'nodeName')), 'spec').podCIDR
    const prefix = String(share).slice(0, -'0/24'.length)
    expect(objectAt(pod, 'status').podIPs).toEqual([
      { ip: expect.stringMatching(new RegExp(`^${prefix.replaceAll('.', '\\.')}\\d+$`)) },
      { ip: expect.stringMatching(/^fd42:1:/) },
    ])
  }
  expect(pods).toHaveLength(2)
})

test('a network of pods that is used up leaves further nodes without a share', () => {
  const { api } = world({ ...V4, podSubnets: ['10.42.0.0/23'] })
  startCluster(api)
  for (const name of ['a', 'b', 'c']) registerNode(api, machine(name, '10.5.0.9', 'worker'))
  const shares = api.store.list('/nodes').map((node) => textAt(node, 'spec', 'podCIDR'))
  expect(shares).toEqual(['10.42.0.0/24', '10.42.1.0/24', ''])
})

test('services get addresses of the families that they ask for, and that the cluster has', () => {
  const single = world(V4)
  startCluster(single.api)
  expect(single.service('plain', {})).toEqual({
    clusterIP: '10.43.1.1',
    clusterIPs: ['10.43.1.1'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  })
  expect(single.service('prefers', { ipFamilyPolicy: 'PreferDualStack' }).ipFamilies).toEqual(['IPv4'])
  const dual = world(DUAL)
  startCluster(dual.api)
  expect(dual.service('plain', {}).clusterIPs).toEqual(['10.43.1.1'])
  expect(dual.service('prefers', { ipFamilyPolicy: 'PreferDualStack' })).toEqual({
    clusterIP: '10.43.1.2',
    clusterIPs: ['10.43.1.2', 'fd43::101'],
    ipFamilies: ['IPv4', 'IPv6'],
    ipFamilyPolicy: 'PreferDualStack',
  })
  expect(dual.service('six', { ipFamilies: ['IPv6'] }).clusterIPs).toEqual(['fd43::102'])
  expect(dual.service('own', { clusterIP: 'fd43::77' })).toMatchObject({ ipFamilies: ['IPv6'] })
  expect(dual.service('headless', { clusterIP: 'None' })).toMatchObject({
    clusterIPs: ['None'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  })
  expect(single.service('loose', { clusterIP: 'None', selector: {} })).toMatchObject({
    ipFamilies: ['IPv4', 'IPv6'],
    ipFamilyPolicy: 'RequireDualStack',
  })
})

test.each([
  [
    { ipFamilyPolicy: 'RequireDualStack' },
    'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
  ],
  [{ ipFamilies: ['IPv6'] }, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
  [
    { clusterIP: '10.43.0.1' },
    'spec.clusterIPs: Invalid value: ["10.43.0.1"]: failed to allocate IP 10.43.0.1: provided IP is already allocated',
  ],
  [
    { clusterIP: '10.96.0.1' },
    'spec.clusterIPs: Invalid value: ["10.96.0.1"]: failed to allocate IP 10.96.0.1: the provided network does not match the current range',
  ],
])('a service of a cluster with IPv4 alone is refused %j', (spec, why) => {
  const { api, service } = world(V4)
  startCluster(api)
  expect(() => service('odd', spec)).toThrow(`Service "odd" is invalid: ${why}`)
})

test('a service takes a second family and gives it back, and keeps its first address', () => {
  const { api, service, settled } = world(DUAL)
  startCluster(api)
  service('web', {})
  const become = (spec: JsonObject) => {
    const live = api.store.get('/services', 'default/web')
    if (live === undefined) throw new Error('it is gone')
    change(api, 'test', '/services', live, { ...live, spec: { ...objectAt(live, 'spec'), ...spec } })
    return settled('web').clusterIPs
  }
  expect(become({ ipFamilyPolicy: 'RequireDualStack' })).toEqual(['10.43.1.1', 'fd43::101'])
  expect(() => become({ clusterIPs: ['10.43.1.1'], ipFamilies: ['IPv4'] })).toThrow("must be 'SingleStack' to release")
  expect(become({ ipFamilyPolicy: 'SingleStack' })).toEqual(['10.43.1.1'])
  expect(() => become({ clusterIP: '10.43.0.99', clusterIPs: ['10.43.0.99'] })).toThrow('may not change once set')
})
