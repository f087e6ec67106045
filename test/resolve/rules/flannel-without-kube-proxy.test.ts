import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('flannel-without-kube-proxy: flannel without kube-proxy is warned about', async () => {
  expect(await foundBy('flannel-without-kube-proxy', { kubernetes: '{ kubeProxy: false }' })).toEqual([
    {
      severity: 'warning',
      message: 'flannel does not replace kube-proxy: services have no addresses that work',
      hint: 'set kubernetes.cni: none and install a plugin that does, or kubeProxy: true',
      path: 'kubernetes.kubeProxy',
    },
  ])
})

test('flannel-without-kube-proxy: nothing is said about another plugin without it', async () => {
  expect(await foundBy('flannel-without-kube-proxy', { kubernetes: '{ cni: none, kubeProxy: false }' })).toEqual([])
  expect(await foundBy('flannel-without-kube-proxy', { kubernetes: '{ cni: flannel }' })).toEqual([])
})
