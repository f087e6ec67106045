import { expect, test } from 'vitest'
import { builtInLayer } from '../../src/resolve/built-in.ts'
import { layersOf } from '../../src/resolve/layers.ts'
import { mergeLayers } from '../../src/resolve/merge.ts'
import { resolve } from '../../src/resolve/resolve.ts'
import { loadText } from '../../src/spec/load.ts'
import { machineOf, resolved, smallCluster } from './resolved.ts'

test('what every machine needs stays as it was inherited when it is removed, and the removal is refused', async () => {
  const text = `
apiVersion: talmox.dev/v1alpha1
kind: Cluster
name: test
network: { cidr: 10.0.0.0/24, gateway: 10.0.0.1 }
talos: { version: v1.12.4 }
vm: { memory: 6GiB, disk: { size: 30GiB } }
controlPlane: { count: 1, memory: ~, vm: { disk: ~, cores: ~, balloon: ~ } }
`
  const loaded = await loadText(text, 'cluster.yaml')
  if (loaded.spec === undefined) throw new Error('the file is valid in itself')
  const machine = { role: 'controlplane', pool: ['controlPlane'], name: 'test-cp-1' } as const
  const { settings } = mergeLayers(layersOf(loaded.spec, loaded.source.removed, machine, builtInLayer('controlplane')))
  expect(settings.vm).toMatchObject({ memory: 6 * 2 ** 30, disk: { size: 30 * 2 ** 30 }, cores: 4 })
  expect(settings.vm?.balloon).toBeUndefined()
  expect(resolve(loaded).problems.map(({ code }) => code)).toEqual(['cannot-remove', 'cannot-remove', 'cannot-remove'])
})

test('a key that only looks like one of ours does no harm when it is removed', async () => {
  const text = 'apiVersion: talmox.dev/v1alpha1\ncontrolPlane: { constructor: ~ }\n'
  const { problems } = resolve(await loadText(text, 'cluster.yaml'))
  expect(problems.map(({ code }) => code)).toContain('unknown-key')
})

test('a bare disk is its size, and leaves the other settings of the disk alone', async () => {
  const desired = await resolved({ ...smallCluster, controlPlane: { disk: '33GiB', vm: { disk: { ssd: false } } } })
  const { vm, origins } = machineOf(desired, 'test-cp-1')
  expect(vm.disk).toMatchObject({ size: 33 * 2 ** 30, ssd: false })
  expect(origins.get('vm.disk.size')).toEqual({ from: 'file', path: ['controlPlane', 'disk'] })
  expect(origins.get('vm.disk.ssd')).toEqual({ from: 'file', path: ['controlPlane', 'vm', 'disk', 'ssd'] })
})
