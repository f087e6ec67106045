import { describe, expect, test } from 'vitest'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { applyPatches, readPatch } from '../../../src/talos/patch/patch.ts'

const base = `machine:
  type: worker
  certSANs: [a]
  nodeLabels: {a: "1"}
  network:
    interfaces:
      - interface: eth0
        vlans: [{vlanId: 10}]
`
const host = 'apiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n'

const patch = (config: string, ...patches: readonly string[]) =>
  applyPatches(readDocuments(config), patches.map(readPatch))

describe('a merge patch', () => {
  test.each([
    ['machine:\n  nonsense: true\n', 'v1alpha1: machine.nonsense: Talos knows no nonsense here'],
    ['machine:\n  certSANs: {a: b}\n', 'v1alpha1: machine.certSANs: expected a list'],
    ['apiVersion: v1alpha1\nkind: NoSuchConfig\n', 'Talos knows no document v1alpha1 NoSuchConfig'],
    ['kind: HostnameConfig\nauto: off\n', 'apiVersion is missing'],
    ['{}', 'the patch is empty'],
    ['$patch: delete\n', 'cannot be deleted as a whole'],
    [
      'machine:\n  nodeLabels:\n    zzz: {$patch: delete}\n',
      'the patch deletes a value at machine.nodeLabels.zzz of v1alpha1, but there is none',
    ],
    ['machine:\n  sysctls:\n    a: {$patch: delete}\n', 'but there is none'],
    [
      'machine:\n  network:\n    interfaces:\n      - {interface: eth9, $patch: delete}\n',
      'an element with interface: eth9',
    ],
    ['machine:\n  network:\n    interfaces:\n      - {$patch: delete}\n', 'nothing says which element'],
    [
      'machine:\n  network:\n    interfaces:\n      - interface: eth0\n        mtu: {$patch: delete}\n',
      'nothing inside a list element can be deleted',
    ],
    [
      'machine:\n  network:\n    interfaces:\n      - interface: eth0\n        vlans:\n          - {vlanId: 10, $patch: delete}\n',
      'nothing inside a list element can be deleted',
    ],
  ])('%j is refused', (text, message) => {
    expect(() => patch(base, text)).toThrow(message)
  })

  test('a key that is nearly right is named', () => {
    expect(() => patch(base, 'machine:\n  nodeLabel: {}\n')).toThrow(
      expect.objectContaining({ hint: 'did you mean nodeLabels?' }),
    )
  })

  test('deleting a document that is not there changes nothing', () => {
    const text = 'apiVersion: v1alpha1\nkind: TimeSyncConfig\n$patch: delete\n'
    expect(patch(host, text)).toEqual(patch(host, '# nothing\n'))
  })

  test('a named document is deleted by its name only', () => {
    const log = (name: string) => `apiVersion: v1alpha1\nkind: KmsgLogConfig\nname: ${name}\nurl: udp://192.0.2.9:1\n`
    const removal = 'apiVersion: v1alpha1\nkind: KmsgLogConfig\n$patch: delete\n'
    expect(patch(`${log('a')}---\n${log('b')}`, `${removal}name: a\n`)).toHaveLength(1)
    expect(patch(log('a'), removal)).toHaveLength(1)
    expect(patch(host, `apiVersion: v1alpha1\nkind: HostnameConfig\nname: x\n$patch: delete\n`)).toHaveLength(1)
  })

  test('values of another type are not merged into objects Talos knows nothing about', () => {
    const config = 'machine:\n  kubelet:\n    extraConfig: {maxPods: 100}\n'
    expect(() => patch(config, 'machine:\n  kubelet:\n    extraConfig: {maxPods: "100"}\n')).toThrow(
      'extraConfig.maxPods is a whole number, the patch has text there',
    )
  })

  test('a new certificate takes the old key away, as in Talos', () => {
    const config = 'machine:\n  ca: {crt: YQ==, key: Yg==}\n'
    expect(patch(config, 'machine:\n  ca: {crt: Yw==}\n')[0]).toMatchObject({
      machine: { ca: { crt: 'Yw==', key: '' } },
    })
  })
})

describe('a JSON patch', () => {
  test('in YAML and in JSON changes a config of one document', () => {
    const yaml = '- op: add\n  path: /machine/certSANs/-\n  value: b\n'
    const json =
      '[{"op":"remove","path":"/machine/nodeLabels/a"},{"op":"replace","path":"/machine/type","value":"controlplane"}]'
    expect(patch(base, yaml, json)[0]).toMatchObject({
      machine: { type: 'controlplane', certSANs: ['a', 'b'], nodeLabels: {} },
    })
  })

  test('moves, copies and tests', () => {
    const text =
      '- {op: test, path: /machine/type, value: worker}\n- {op: copy, from: /machine/certSANs/0, path: /machine/certSANs/0}\n- {op: move, from: /machine/nodeLabels, path: /machine/nodeAnnotations}\n'
    const [document] = patch(base, text)
    expect(document).toMatchObject({ machine: { certSANs: ['a', 'a'], nodeAnnotations: { a: '1' } } })
    expect(document).not.toHaveProperty('machine.nodeLabels')
  })

  test('reads ~1 as a slash and ~0 as a tilde', () => {
    const text = '[{"op":"add","path":"/machine/nodeLabels/a~1b~0c","value":"1"}]'
    expect(patch(base, text)[0]).toMatchObject({ machine: { nodeLabels: { 'a/b~c': '1' } } })
  })

  test.each([
    ['[{"op":"test","path":"/machine/type","value":"x"}]', 'expects another value at /machine/type'],
    ['[{"op":"remove","path":"/machine/zzz"}]', 'nothing is there'],
    ['[{"op":"add","path":"/machine/zzz/a","value":1}]', 'nothing is there'],
    ['[{"op":"replace","path":"/machine/certSANs/7","value":1}]', 'nothing is there'],
    ['[{"op":"explode","path":"/a"}]', 'needs an op and a path'],
    ['[{"op":"add","path":"a","value":1}]', 'must start with /'],
  ])('%s is refused', (text, message) => {
    expect(() => patch(base, text)).toThrow(message)
  })

  test('is refused where there are several documents', () => {
    expect(() => patch(`${base}---\n${host}`, '[{"op":"remove","path":"/machine"}]')).toThrow(
      'a JSON patch cannot change a config of 2 documents',
    )
  })
})
