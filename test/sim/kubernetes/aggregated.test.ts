import { expect, test } from 'vitest'
import { createKubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { make } from '../../../sim/kubernetes/controllers/write.ts'
import { REGISTRATIONS } from '../../../sim/kubernetes/discovery/remote.ts'
import { objectsAt, textAt } from '../../../sim/kubernetes/json.ts'
import { conditionOf } from '../../../sim/kubernetes/printing/pod-status.ts'
import { emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { ask, bodyOf } from './ask.ts'
import { bringUp } from './small-cluster.ts'

const NAME = 'v1beta1.metrics.k8s.io'
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

function world() {
  const clock = manualClock(0)
  const api = createKubernetesApi(emptyKubernetes('v1.35.4'), clock)
  bringUp(api)
  make(api, 'test', REGISTRATIONS, {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: NAME },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { name: 'metrics-server', namespace: 'kube-system' },
    },
  })
  clock.advance(30_000)
  const available = () => conditionOf(api.store.get(REGISTRATIONS, NAME) ?? {}, 'Available')
  return { api, clock, available }
}

test('a server that is not there makes its group stale, and every call of it fails', () => {
  const { api, available } = world()
  expect(available()).toMatchObject({
    status: 'False',
    reason: 'ServiceNotFound',
    message: 'service/metrics-server in "kube-system" is not present',
  })
  const groups = objectsAt(bodyOf(ask(api, 'GET', '/apis', { accept: AGGREGATED })), 'items')
  expect(groups.find((group) => textAt(group, 'metadata', 'name') === 'metrics.k8s.io')).toMatchObject({
    versions: [{ version: 'v1beta1', freshness: 'Stale' }],
  })
  expect(ask(api, 'GET', '/apis/metrics.k8s.io')).toMatchObject({ kind: 'json', status: 200 })
  for (const path of ['/apis/metrics.k8s.io/v1beta1', '/apis/metrics.k8s.io/v1beta1/nodes'])
    expect(ask(api, 'GET', path)).toEqual({ kind: 'text', status: 503, body: 'service unavailable\n' })
  expect(ask(api, 'GET', '/apis/metrics.k8s.io/v1')).toMatchObject({ status: 404 })
})

test('pods behind it do not make it answer, since they are simulated', () => {
  const { api, clock, available } = world()
  make(api, 'test', '/services', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'metrics-server', namespace: 'kube-system' },
    spec: { selector: { app: 'metrics' }, ports: [{ port: 443 }] },
  })
  clock.advance(1000)
  expect(available()?.reason).toBe('MissingEndpoints')
  make(api, 'test', '/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'metrics', namespace: 'kube-system', labels: { app: 'metrics' } },
    spec: { nodeName: 'w1', containers: [{ name: 'metrics', image: 'example.invalid/metrics:1' }] },
  })
  clock.advance(30_000)
  expect(available()?.reason).toBe('FailedDiscoveryCheck')
})

test('a namespace is not gone while a group cannot be looked into, and goes once that is deleted', () => {
  const { api, clock } = world()
  make(api, 'test', '/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } })
  clock.advance(1000)
  ask(api, 'DELETE', '/api/v1/namespaces/demo')
  clock.advance(60_000)
  expect(conditionOf(api.store.get('/namespaces', 'demo') ?? {}, 'NamespaceDeletionDiscoveryFailure')).toMatchObject({
    status: 'True',
    reason: 'DiscoveryFailed',
  })
  ask(api, 'DELETE', `/apis/apiregistration.k8s.io/v1/apiservices/${NAME}`)
  clock.advance(60_000)
  expect(api.store.get('/namespaces', 'demo')).toBeUndefined()
})
