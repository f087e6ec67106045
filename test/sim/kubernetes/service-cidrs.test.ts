import { expect, test } from 'vitest'
import { createKubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { type JsonObject, objectsAt, textAt } from '../../../sim/kubernetes/json.ts'
import { IP_ADDRESSES } from '../../../sim/kubernetes/operations/ip-addresses.ts'
import { SERVICE_CIDRS } from '../../../sim/kubernetes/operations/service-cidrs.ts'
import { columnsOf } from '../../../sim/kubernetes/printing/columns.ts'
import { type ClusterNetworks, emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { ask, bodyOf, sent } from './ask.ts'
import { bringUp } from './small-cluster.ts'

const SECOND = 1000
const RANGES = '/apis/networking.k8s.io/v1/servicecidrs'
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses'
const SERVICES = '/api/v1/namespaces/default/services'

function world(version = 'v1.35.4', networks?: ClusterNetworks) {
  const clock = manualClock(Date.parse('2026-01-01T00:00:00Z'))
  const api = createKubernetesApi(emptyKubernetes(version, networks), clock)
  bringUp(api)
  clock.advance(30 * SECOND)
  const create = (path: string, body: JsonObject) => bodyOf(ask(api, 'POST', path, sent(body)))
  const service = (name: string, spec: JsonObject = {}) =>
    create(SERVICES, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec: { ports: [{ port: 80 }], ...spec },
    })
  const range = (name: string, ...cidrs: readonly string[]) =>
    create(RANGES, { apiVersion: 'networking.k8s.io/v1', kind: 'ServiceCIDR', metadata: { name }, spec: { cidrs } })
  const table = (storage: string) =>
    api.store.list(storage).map((object) =>
      columnsOf(storage)
        .map(({ cell }) => cell(object, clock.now()))
        .join(' '),
    )
  const ready = (name: string) => objectsAt(api.store.get(SERVICE_CIDRS, name), 'status', 'conditions')[0]
  return { api, clock, create, service, range, table, ready }
}

const DUAL = { podSubnets: ['10.244.0.0/16', 'fd00:10::/56'], serviceSubnets: ['10.96.0.0/12', 'fd00:20::/112'] }

test('the range of the config is an object that is ready and protected', () => {
  const { api, table, ready } = world('v1.35.4', DUAL)
  expect(table(SERVICE_CIDRS)).toEqual(['kubernetes 10.96.0.0/12,fd00:20::/112 30s'])
  expect(api.store.get(SERVICE_CIDRS, 'kubernetes')?.metadata.finalizers).toEqual([
    'networking.k8s.io/service-cidr-finalizer',
  ])
  expect(ready('kubernetes')).toMatchObject({
    type: 'Ready',
    status: 'True',
    message: 'Kubernetes Service CIDR is ready',
  })
})

test('each address of each service is an object that names the service', () => {
  const { api, table } = world('v1.35.4', DUAL)
  expect(table(IP_ADDRESSES)).toEqual([
    '10.96.0.1 services/default/kubernetes',
    '10.96.0.10 services/kube-system/kube-dns',
    'fd00:20::a services/kube-system/kube-dns',
  ])
  expect(api.store.get(IP_ADDRESSES, 'fd00:20::a')?.metadata.labels).toEqual({
    'ipaddress.kubernetes.io/ip-family': 'IPv6',
    'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
  })
})

test('addresses come and go with their service: made, given a second family, without one, deleted', () => {
  const { api, service, table } = world('v1.35.4', DUAL)
  const mine = () => table(IP_ADDRESSES).filter((line) => line.endsWith('/web'))
  const patch = (spec: JsonObject) =>
    ask(api, 'PATCH', `${SERVICES}/web`, { contentType: 'application/merge-patch+json', ...sent({ spec }) })
  const made = service('web')
  expect(mine()).toEqual([`${textAt(made, 'spec', 'clusterIP')} services/default/web`])
  patch({ ipFamilyPolicy: 'PreferDualStack' })
  expect(mine()).toHaveLength(2)
  patch({ ipFamilyPolicy: 'SingleStack' })
  expect(mine()).toHaveLength(1)
  ask(api, 'DELETE', `${SERVICES}/web`)
  expect(mine()).toEqual([])
  service('headless', { clusterIP: 'None' })
  bodyOf(
    ask(api, 'POST', `${SERVICES}?dryRun=All`, sent({ metadata: { name: 'tried' }, spec: { ports: [{ port: 80 }] } })),
  )
  expect(table(IP_ADDRESSES)).toHaveLength(3)
})

test('a range that is added is one that services may have addresses from', () => {
  const { service, range, clock, ready } = world()
  const asked = { clusterIP: '10.200.0.7' }
  expect(service('early', asked)).toMatchObject({ code: 422 })
  range('more', '10.200.0.0/24')
  clock.advance(SECOND)
  expect(ready('more')).toMatchObject({ status: 'True' })
  expect(service('late', asked)).toMatchObject({ spec: { clusterIP: '10.200.0.7' } })
})

test('a range that is full is followed by the next', () => {
  const { service, range, clock } = world('v1.35.4', {
    podSubnets: ['10.244.0.0/16'],
    serviceSubnets: ['10.96.0.0/28'],
  })
  const made = Array.from({ length: 12 }, (_, at) => service(`s${at}`))
  expect(made.map((each) => textAt(each, 'spec', 'clusterIP')).every((address) => address.startsWith('10.96.0.'))).toBe(
    true,
  )
  expect(service('full')).toMatchObject({ code: 500 })
  range('more', '10.200.0.0/24')
  clock.advance(SECOND)
  expect(textAt(service('full'), 'spec', 'clusterIP')).toMatch(/^10\.200\.0\./)
})

test('a range is held while an address is from it alone, and goes ten seconds after it may', () => {
  const { api, service, range, clock, ready } = world()
  range('more', '10.200.0.0/24')
  clock.advance(SECOND)
  service('web', { clusterIP: '10.200.0.7' })
  ask(api, 'DELETE', `${RANGES}/more`)
  clock.advance(60 * SECOND)
  expect(ready('more')).toMatchObject({ status: 'False', reason: 'Terminating' })
  expect(service('other', { clusterIP: '10.200.0.8' })).toMatchObject({ code: 422 })
  ask(api, 'DELETE', `${SERVICES}/web`)
  clock.advance(SECOND)
  expect(api.store.get(SERVICE_CIDRS, 'more')).toBeUndefined()
  range('again', '10.201.0.0/24')
  clock.advance(SECOND)
  ask(api, 'DELETE', `${RANGES}/again`)
  clock.advance(9 * SECOND)
  expect(api.store.get(SERVICE_CIDRS, 'again')).toBeDefined()
  clock.advance(2 * SECOND)
  expect(api.store.get(SERVICE_CIDRS, 'again')).toBeUndefined()
})

test.each([
  [[], 'spec.cidrs: Required value: at least one CIDR required'],
  [['10.1.0.0/16', 'fd00::/112', '10.2.0.0/16'], 'may only hold up to 2 values'],
  [['10.1.0.0/16', '10.2.0.0/16'], 'may specify no more than one IP for each IP family'],
  [['10.1.0.0'], 'spec.cidrs[0]: Invalid value: "10.1.0.0": must be a valid CIDR value'],
  [['10.1.0.1/16'], 'spec.cidrs[0]: Invalid value: "10.1.0.1/16": must be in canonical form ("10.1.0.0/16")'],
])('a range that makes no sense is refused: %j', (cidrs, message) => {
  expect(world().range('bad', ...cidrs)).toMatchObject({ code: 422, message: expect.stringContaining(message) })
})

test('a range is never moved, but may get a second family', () => {
  const { api, range } = world()
  range('more', '10.200.0.0/24')
  const patch = (...cidrs: readonly string[]) =>
    bodyOf(
      ask(api, 'PATCH', `${RANGES}/more`, {
        contentType: 'application/merge-patch+json',
        ...sent({ spec: { cidrs } }),
      }),
    )
  expect(patch('10.201.0.0/24')).toMatchObject({
    code: 422,
    message:
      'ServiceCIDR.networking.k8s.io "more" is invalid: spec.cidrs[0]: Invalid value: "10.201.0.0/24": field is immutable',
  })
  expect(patch('10.200.0.0/24', 'fd00:30::/112')).toMatchObject({ spec: { cidrs: ['10.200.0.0/24', 'fd00:30::/112'] } })
})

test('an address is named by itself', () => {
  const { create } = world()
  const address = (name: string) =>
    create(ADDRESSES, {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IPAddress',
      metadata: { name },
      spec: { parentRef: { resource: 'services', name: 'web', namespace: 'default' } },
    })
  expect(address('fd00:20::99')).toMatchObject({ kind: 'IPAddress' })
  expect(address('web')).toMatchObject({ code: 422, message: expect.stringContaining('must be a valid IP address') })
  expect(address('fd00:0::1')).toMatchObject({
    code: 422,
    message: expect.stringContaining('must be in canonical form'),
  })
})

test('before Kubernetes 1.33 there is neither', () => {
  const { api, service } = world('v1.32.4')
  service('web')
  expect(api.store.list(IP_ADDRESSES)).toEqual([])
  expect(bodyOf(ask(api, 'GET', RANGES))).toMatchObject({ code: 404 })
})
