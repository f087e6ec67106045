import { expect, test } from 'vitest'
import { createKubernetesApi } from '../../../sim/kubernetes/cluster.ts'
import { objectAt, objectsAt, textAt } from '../../../sim/kubernetes/json.ts'
import { nodeStopped, registerNode } from '../../../sim/kubernetes/nodes/nodes.ts'
import { columnsOf } from '../../../sim/kubernetes/printing/columns.ts'
import { conditionOf } from '../../../sim/kubernetes/printing/pod-status.ts'
import { emptyKubernetes } from '../../../sim/kubernetes/state.ts'
import { manualClock } from '../../talos/manual-clock.ts'
import { bringUp, machine } from './small-cluster.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const START = Date.parse('2026-01-01T00:00:00Z')

function world({ flannel = true } = {}) {
  const clock = manualClock(START)
  const api = createKubernetesApi(emptyKubernetes('v1.35.4'), clock)
  bringUp(api, { flannel })
  const ready = (name: string) => conditionOf(api.store.get('/nodes', name) ?? {}, 'Ready')
  return { api, clock, ready }
}

/** What kubectl would print. */
function table({ api, clock }: Pick<ReturnType<typeof world>, 'api' | 'clock'>, storage: string): string[] {
  const columns = columnsOf(storage)
  const rows = api.store
    .list(storage)
    .map((object) => columns.map(({ cell }) => String(cell(object, clock.now()))).join(' | '))
  return [columns.map(({ name }) => name).join(' | '), ...rows]
}

test('a cluster that Talos bootstraps comes to rest with everything running', () => {
  const { api, clock } = world()
  clock.advance(30 * SECOND)
  expect(table({ api, clock }, '/nodes')).toEqual([
    'Name | Status | Roles | Age | Version | Internal-IP | External-IP | OS-Image | Kernel-Version | Container-Runtime',
    'cp1 | Ready | control-plane | 30s | v1.35.4 | 10.5.0.11 | <none> | Talos (v1.12.6) | 6.18.5-talos | containerd://2.1.6',
    'w1 | Ready | <none> | 30s | v1.35.4 | 10.5.0.21 | <none> | Talos (v1.12.6) | 6.18.5-talos | containerd://2.1.6',
    'w2 | Ready | <none> | 30s | v1.35.4 | 10.5.0.22 | <none> | Talos (v1.12.6) | 6.18.5-talos | containerd://2.1.6',
  ])
  expect(table({ api, clock }, 'apps/daemonsets').map((line) => line.split(' | ').slice(0, 6).join(' | '))).toEqual([
    'Name | Desired | Current | Ready | Up-to-date | Available',
    'kube-flannel | 3 | 3 | 3 | 3 | 3',
    'kube-proxy | 3 | 3 | 3 | 3 | 3',
  ])
  const pods = table({ api, clock }, '/pods').map((line) => line.split(' | ').slice(0, 4).join(' | '))
  expect(pods).toHaveLength(12)
  expect(pods.slice(1).every((line) => line.includes('1/1 | Running | 0'))).toBe(true)
  clock.advance(MINUTE)
  expect(clock.waiting()).toBe(0)
})

test('without a network, nodes stay unready in the words of the kubelet, and pods with a network of their own wait', () => {
  const { api, clock, ready } = world({ flannel: false })
  clock.advance(5 * MINUTE)
  expect(ready('w1')).toMatchObject({
    status: 'False',
    reason: 'KubeletNotReady',
    message:
      'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
  })
  expect(objectsAt(api.store.get('/nodes', 'w1'), 'spec', 'taints')).toMatchObject([
    { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
  ])
  const coredns = api.store.list('/pods').filter((pod) => pod.metadata.name.startsWith('coredns'))
  expect(coredns.map((pod) => textAt(pod, 'status', 'phase'))).toEqual(['Pending', 'Pending'])
})

test('a lost machine is given up after its grace period, and its pods move after theirs', () => {
  const { api, clock, ready } = world()
  clock.advance(30 * SECOND)
  const on = (node: string) =>
    api.store
      .list('/pods')
      .filter(
        (pod) =>
          pod.metadata.name.startsWith('coredns') &&
          textAt(pod, 'spec', 'nodeName') === node &&
          pod.metadata.deletionTimestamp === undefined,
      )
  const before = on('w1').length
  nodeStopped(api, 'w1')
  clock.advance(49 * SECOND)
  expect(ready('w1')?.status).toBe('True')
  clock.advance(2 * SECOND)
  expect(ready('w1')).toMatchObject({
    status: 'Unknown',
    reason: 'NodeStatusUnknown',
    message: 'Kubelet stopped posting node status.',
  })
  clock.advance(4 * MINUTE)
  expect(on('w1')).toHaveLength(before)
  clock.advance(2 * MINUTE)
  expect(on('w1')).toHaveLength(0)
  expect(on('w2').length + on('cp1').length).toBe(2)
  registerNode(api, machine('w1', '10.5.0.21', 'worker'))
  clock.advance(10 * SECOND)
  expect(ready('w1')?.status).toBe('True')
  expect(objectAt(api.store.get('/nodes', 'w1'), 'spec').taints).toBeUndefined()
})

test('a cluster goes on where it was after its simulator was started again', () => {
  const clock = manualClock(START)
  const first = createKubernetesApi(emptyKubernetes('v1.35.4'), clock)
  bringUp(first)
  clock.advance(SECOND)
  first.close()
  const again = createKubernetesApi(JSON.parse(JSON.stringify(first.state)), clock)
  clock.advance(30 * SECOND)
  expect(again.store.list('/pods').filter((pod) => textAt(pod, 'status', 'phase') !== 'Running')).toEqual([])
  expect(again.store.list('/nodes').map((node) => conditionOf(node, 'Ready')?.status)).toEqual(['True', 'True', 'True'])
})

test('a thousand nodes come to rest, are all listed, and take little room', () => {
  const { api, clock } = world()
  for (let number = 1; number <= 1000; number++)
    registerNode(api, machine(`n${number}`, `10.6.${number >> 8}.${number & 255}`, 'worker'))
  clock.advance(MINUTE)
  const nodes = api.store.list('/nodes')
  expect(nodes).toHaveLength(1003)
  expect(nodes.every((node) => conditionOf(node, 'Ready')?.status === 'True')).toBe(true)
  expect(api.store.list('/pods')).toHaveLength(1003 * 2 + 3 + 2)
  expect(clock.waiting()).toBe(0)
  const bytes = JSON.stringify(api.state).length
  expect(bytes / 1003).toBeLessThan(40 * 1024)
})
