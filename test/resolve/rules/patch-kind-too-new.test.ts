import { expect, test } from 'vitest'
import { foundBy } from '../found-by.ts'

test('patch-kind-too-new: a document of a newer Talos is refused', async () => {
  expect(
    await foundBy('patch-kind-too-new', {
      talos: '{ version: v1.12.4, patches: [{ apiVersion: v1alpha1, kind: KubeProxyConfig, enabled: false }] }',
    }),
  ).toEqual([
    {
      severity: 'error',
      on: 'value',
      message: 'KubeProxyConfig came with Talos v1.14, this cluster has v1.12.4',
      hint: 'raise talos.version, or say it in the older way',
      path: 'talos.patches[0].kind',
    },
  ])
})

test('patch-kind-too-new: the place in a patch file is told', async () => {
  expect(
    await foundBy(
      'patch-kind-too-new',
      { workers: '{ general: { count: 1, patches: [volumes.yaml] } }', talos: '{ version: v1.9.6 }' },
      {
        'volumes.yaml':
          'machine: { sysctls: { a: b } }\n---\napiVersion: v1alpha1\nkind: UserVolumeConfig\nname: data\n',
      },
    ),
  ).toEqual([
    {
      severity: 'error',
      message: 'UserVolumeConfig came with Talos v1.10, this cluster has v1.9.6',
      hint: 'raise talos.version, or say it in the older way',
      path: 'workers.general.patches[0]',
      at: 'volumes.yaml:4:7',
    },
  ])
})

test('patch-kind-too-new: nothing is said about a document that the version knows', async () => {
  expect(
    await foundBy('patch-kind-too-new', {
      talos: '{ version: v1.12.4, patches: [{ apiVersion: v1alpha1, kind: HostnameConfig, auto: off, hostname: a }] }',
    }),
  ).toEqual([])
})
