import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('restricted-label: a role label on workers is refused', async () => {
  expect(
    await foundBy('restricted-label', {
      workers: '{ general: { count: 2, labels: { node-role.kubernetes.io/worker: "", storage.k8s.io/fast: "1" } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'Kubernetes does not let a worker give itself the label node-role.kubernetes.io/worker',
      hint: 'use a prefix of your own, or set it with kubectl label node',
      path: 'workers.general.labels["node-role.kubernetes.io/worker"]',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'Kubernetes does not let a worker give itself the label storage.k8s.io/fast',
      hint: 'use a prefix of your own, or set it with kubectl label node',
      path: 'workers.general.labels["storage.k8s.io/fast"]',
    },
  ])
})

test('restricted-label: nothing is said about other prefixes, topology, and control planes', async () => {
  expect(
    await foundBy('restricted-label', {
      workers:
        '{ general: { count: 1, labels: { zone: a, topology.kubernetes.io/zone: a, node.kubernetes.io/gpu: "1", node.longhorn.io/create-default-disk: config } } }',
      controlPlane: '{ labels: { node-role.kubernetes.io/infra: "" } }',
    }),
  ).toEqual([])
})
