import { expect, test } from 'vitest'
import { images, releaseOf } from '../../../sim/talos/releases.ts'

test('a release brings what its table says, and one that is not in it what the one before brings', () => {
  expect(releaseOf('v1.12.6')).toEqual({
    kernel: '6.18.18-talos',
    containerd: '2.1.6',
    pause: '3.10',
    coreDns: 'v1.13.2',
    flannel: 'v0.27.4',
    etcd: 'v3.6.8',
  })
  expect(releaseOf('v1.13.2')).toEqual(releaseOf('v1.13.1'))
  expect(releaseOf('v1.12.99')).toEqual(releaseOf('v1.12.11'))
  expect(releaseOf('v1.14.0-rc.1')).toEqual(releaseOf('v1.14.1'))
  expect(releaseOf('v1.8.0')).toEqual(releaseOf('v1.9.0'))
})

test('etcd moved to another registry with 1.12', () => {
  expect(images.etcd('v1.11.6')).toBe('gcr.io/etcd-development/etcd:v3.6.5')
  expect(images.etcd('v1.12.0')).toBe('registry.k8s.io/etcd:v3.6.7')
})
