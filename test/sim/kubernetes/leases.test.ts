import { expect, test } from 'vitest'
import { createKubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { objectAt, objectsAt, textAt } from '../../../sim/kubernetes/json.ts'
import { nodeStopped, registerNode, staticPods } from '../../../sim/kubernetes/nodes/nodes.ts'
import { emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { ask, bodyOf } from './ask.ts'
import { bringUp, machine } from './small-cluster.ts'

const SECOND = 1000
const START = Date.parse('2026-01-01T00:00:00Z')

function world() {
  const clock = manualClock(START)
  const api = createKubernetesApi(emptyKubernetes('v1.35.4'), clock)
  bringUp(api)
  clock.advance(30 * SECOND)
  const asked = (path: string) => ask(api, 'GET', `/apis/coordination.k8s.io/v1/namespaces/${path}`)
  const lease = (path: string) => bodyOf(asked(path))
  const renewed = (node: string) => textAt(lease(`kube-node-lease/leases/${node}`), 'spec', 'renewTime')
  return { api, clock, asked, lease, renewed }
}

test('the lease of a node is as its kubelet has renewed it, whenever somebody looks, and nothing waits for that', () => {
  const { api, clock, lease, renewed } = world()
  expect(renewed('w1')).toBe('2026-01-01T00:00:30.000000Z')
  const before = textAt(lease('kube-node-lease/leases/w1'), 'metadata', 'resourceVersion')
  clock.advance(9 * SECOND)
  expect(renewed('w1')).toBe('2026-01-01T00:00:30.000000Z')
  expect(textAt(lease('kube-node-lease/leases/w1'), 'metadata', 'resourceVersion')).toBe(before)
  clock.advance(3600 * SECOND)
  expect(renewed('w1')).toBe('2026-01-01T01:00:30.000000Z')
  expect(clock.waiting()).toBe(0)
  nodeStopped(api, 'w1')
  clock.advance(60 * SECOND)
  expect(renewed('w1')).toBe('2026-01-01T01:00:30.000000Z')
  registerNode(api, machine('w1', '10.5.0.21', 'worker'))
  expect(renewed('w1')).toBe('2026-01-01T01:01:39.000000Z')
})

test('a watch hears of every renewal for as long as it lasts', () => {
  const { clock, asked } = world()
  const answer = asked('kube-node-lease/leases?watch=1')
  const times: string[] = []
  const stop =
    answer.kind === 'stream'
      ? answer.start(
          (line) => times.push(textAt(line, 'object', 'spec', 'renewTime')),
          () => undefined,
        )
      : () => undefined
  times.length = 0
  clock.advance(30 * SECOND)
  expect(times).toHaveLength(9)
  expect(new Set(times)).toEqual(
    new Set(['2026-01-01T00:00:40.000000Z', '2026-01-01T00:00:50.000000Z', '2026-01-01T00:01:00.000000Z']),
  )
  stop()
  expect(clock.waiting()).toBe(0)
})

test('one of the control planes leads, and another does once the lease of a lost one has run out', () => {
  const { api, clock, lease } = world()
  const path = 'kube-system/leases/kube-scheduler'
  expect(lease(path).spec).toMatchObject({
    holderIdentity: expect.stringMatching(/^cp1_/),
    leaseDurationSeconds: 15,
    leaseTransitions: 0,
  })
  registerNode(api, machine('cp2', '10.5.0.12', 'controlplane'))
  const spec = { hostNetwork: true, containers: [{ name: 'kube-scheduler', image: 'example.invalid/s:1' }] }
  const definition = { metadata: { labels: { component: 'kube-scheduler' } }, spec }
  staticPods(api, 'cp2', [{ name: 'kube-scheduler', configHash: 'x', definition }])
  clock.advance(30 * SECOND)
  nodeStopped(api, 'cp1')
  clock.advance(14 * SECOND)
  expect(textAt(lease(path), 'spec', 'holderIdentity')).toMatch(/^cp1_/)
  clock.advance(3 * SECOND)
  expect(lease(path).spec).toMatchObject({ holderIdentity: expect.stringMatching(/^cp2_/), leaseTransitions: 1 })
})

test('every API server has a lease of its own', () => {
  const { lease } = world()
  const all = objectsAt(lease('kube-system/leases'), 'items')
  expect(all.map((each) => textAt(each, 'metadata', 'name'))).toEqual([
    expect.stringMatching(/^apiserver-[0-9a-f]{26}$/),
    'kube-controller-manager',
    'kube-scheduler',
  ])
  expect(objectAt(all[0], 'metadata', 'labels')).toEqual({
    'apiserver.kubernetes.io/identity': 'kube-apiserver',
    'kubernetes.io/hostname': 'cp1',
  })
})
