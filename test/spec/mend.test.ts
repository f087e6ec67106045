import { expect, test } from 'vitest'
import { mend } from '../../src/spec/mend.ts'
import type { Path } from '../../src/spec/problem.ts'

test('a wrong key is taken out, and everything else stays', () => {
  const value = { vm: { cores: 'x', memory: '8GiB' }, ha: true }
  expect(mend(value, [['vm', 'cores']])).toEqual({
    value: { vm: { memory: '8GiB' }, ha: true },
    dropped: [['vm', 'cores']],
  })
})

test('a list with a wrong item goes whole, so that no item changes its place', () => {
  const value = { vm: { tags: ['', 'a'], cores: 2 } }
  expect(mend(value, [['vm', 'tags', 0]])).toEqual({ value: { vm: { cores: 2 } }, dropped: [['vm', 'tags']] })
})

test('a wrong key inside an item leaves the list in place', () => {
  const value = { network: { nics: [{ bridge: 'vmbr1' }, { bridge: '', vlan: 3 }] } }
  expect(mend(value, [['network', 'nics', 1, 'bridge']]).value).toEqual({
    network: { nics: [{ bridge: 'vmbr1' }, { vlan: 3 }] },
  })
})

test('what is missing takes out the part that needs it', () => {
  const value = { workers: { a: {}, b: { count: 1 } } }
  expect(mend(value, [['workers', 'a', 'count']])).toEqual({
    value: { workers: { b: { count: 1 } } },
    dropped: [['workers', 'a']],
  })
})

test('a key that every file must have gets its example, wrong or missing', () => {
  expect(mend({ talos: { version: 'x', arch: 'arm64' } }, [['talos', 'version'], ['kind']]).value).toEqual({
    talos: { version: 'v1.12.4', arch: 'arm64' },
    kind: 'Cluster',
  })
  expect(mend({ kind: 'Cluster' }, [['talos']]).value).toEqual({ kind: 'Cluster', talos: { version: 'v1.12.4' } })
})

test('the work for many wrong keys grows as their number does', () => {
  const readsFor = (count: number) => {
    let reads = 0
    const watched = (path: Path) =>
      new Proxy(path, {
        get: (target, name, receiver) => {
          reads++
          return Reflect.get(target, name, receiver)
        },
      })
    const keys = Array.from({ length: count }, (_, index) => `key${index}`)
    const { value } = mend(
      { vm: Object.fromEntries(keys.map((key) => [key, 1])) },
      keys.map((key) => watched(['vm', key])),
    )
    expect(value).toEqual({ vm: {} })
    return reads
  }
  expect(readsFor(1000)).toBe(10 * readsFor(100))
})
