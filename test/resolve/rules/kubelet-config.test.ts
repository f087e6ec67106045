import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('kubelet-config: keys that Talos keeps for itself are refused', async () => {
  expect(
    await foundBy('kubelet-config', {
      kubernetes: '{ kubelet: { extraConfig: { maxPods: 250, staticPodPath: /etc, port: 1 } } }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'key',
      message: 'Talos sets staticPodPath itself and refuses another value',
      hint: 'remove it',
      path: 'kubernetes.kubelet.extraConfig.staticPodPath',
    },
    {
      severity: 'error',
      on: 'key',
      message: 'Talos sets port itself and refuses another value',
      hint: 'remove it',
      path: 'kubernetes.kubelet.extraConfig.port',
    },
  ])
})

test('kubelet-config: nothing is said about other keys', async () => {
  expect(await foundBy('kubelet-config', { kubernetes: '{ kubelet: { extraConfig: { maxPods: 250 } } }' })).toEqual([])
})
