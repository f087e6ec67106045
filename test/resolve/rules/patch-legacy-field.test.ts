import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('patch-legacy-field: no CNI and no kube-proxy, said in the way of older contracts, are refused since v1.14', async () => {
  expect(
    await foundBy('patch-legacy-field', {
      talos:
        '{ version: v1.14.1, patches: [{ cluster: { network: { cni: { name: none } }, proxy: { disabled: true } } }] }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'cluster.network.cni clashes with a document that contracts have since v1.14',
      hint: 'use kubernetes.cni: none in the cluster file, or KubeFlannelCNIConfig with $patch: delete; or set talos.contract: v1.13',
      path: 'talos.patches[0].cluster.network.cni',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'cluster.proxy clashes with a document that contracts have since v1.14',
      hint: 'use kubernetes.kubeProxy: false in the cluster file, or KubeProxyConfig with enabled: false; or set talos.contract: v1.13',
      path: 'talos.patches[0].cluster.proxy',
    },
  ])
})

test('patch-legacy-field: a host name is refused since v1.12', async () => {
  expect(
    await foundBy(
      'patch-legacy-field',
      { talos: '{ version: v1.12.4, patches: [a.yaml] }' },
      { 'a.yaml': 'machine:\n  network:\n    hostname: a\n' },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'machine.network.hostname clashes with a document that contracts have since v1.12',
      hint: 'use the name of the pool in the cluster file; or set talos.contract: v1.11',
      path: 'talos.patches[0]',
      at: 'a.yaml:3:5',
    },
  ])
})

test('patch-legacy-field: nothing is said about the same patches with an older contract', async () => {
  expect(
    await foundBy('patch-legacy-field', {
      talos:
        '{ version: v1.14.1, contract: v1.13, patches: [{ cluster: { network: { cni: { name: none } }, proxy: { disabled: true } } }] }',
    }),
  ).toEqual([])
  expect(
    await foundBy('patch-legacy-field', {
      talos: '{ version: v1.12.4, patches: [{ cluster: { proxy: { disabled: true } } }] }',
    }),
  ).toEqual([])
})
