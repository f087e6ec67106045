import { expect, test } from 'vitest'
import { talosMinors } from '../../src/resolve/versions.ts'
import { documentKinds } from '../../src/talos/document-kinds.ts'

test('every kind is named as Talos names kinds, and came with a version that talmox knows', () => {
  for (const [kind, since] of documentKinds) {
    expect(kind).toMatch(/^[A-Z][A-Za-z0-9]+Config$/)
    expect(Object.keys(talosMinors)).toContain(String(since))
  }
})

test('kinds have the version that brought them', () => {
  const since = [
    'VolumeConfig',
    'UserVolumeConfig',
    'SwapVolumeConfig',
    'HostnameConfig',
    'KubeSpanConfig',
    'KubeletConfig',
  ]
  expect(since.map((kind) => documentKinds.get(kind))).toEqual([9, 10, 11, 12, 13, 14])
})
