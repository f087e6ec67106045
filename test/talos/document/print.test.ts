import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { printDocuments, printValue } from '../../../src/talos/document/print.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'

test('documents are written with four spaces, in the order of Talos, without what is empty', () => {
  const documents = [
    {
      cluster: { clusterName: '', token: 'x' },
      machine: { certSANs: [], type: 'worker', token: 't', kubelet: {} },
      version: 'v1alpha1',
    },
    { kind: 'LinkConfig', apiVersion: 'v1alpha1', routes: [{ gateway: '192.0.2.1' }], name: 'eth0', addresses: [] },
  ]
  expect(printDocuments(documents)).toBe(`version: v1alpha1
machine:
    type: worker
    token: t
    certSANs: []
    kubelet: {}
cluster:
    token: x
---
apiVersion: v1alpha1
kind: LinkConfig
name: eth0
routes:
    - gateway: 192.0.2.1
`)
})

test('file modes are octal, durations and sizes in one form', () => {
  const machine = {
    type: 'worker',
    token: '',
    files: [{ content: 'x', permissions: 420, path: '/etc/x', op: 'create' }],
    time: { bootTimeout: '120s' },
    disks: [{ device: '/dev/sdb', partitions: [{ size: '10GB', mountpoint: '/var/mnt/a' }] }],
  }
  const text = printDocuments([{ machine }])
  expect(text).toContain('permissions: 0o644')
  expect(text).toContain('bootTimeout: 2m0s')
  expect(text).toContain('size: 10 GB')
})

test('text with lines is shown as lines', () => {
  const manifest = 'kind: Namespace\nmetadata:\n  name: a\n'
  const text = printDocuments([{ apiVersion: 'v1alpha1', kind: 'KubeInlineManifestConfig', name: 'a', manifest }])
  expect(text).toContain('manifest: |\n    kind: Namespace\n    metadata:\n      name: a\n')
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\t', ':', '#', '-', "'", '"', '|', '0', '.', '\u0085', '\u2028'),
    maxLength: 12,
  }),
  fc.constantFrom(
    'off',
    'yes',
    'null',
    '~',
    '0o17',
    '1e3',
    '.inf',
    '2001-01-01',
    '12:30:45',
    '<<',
    '=',
    '- a',
    '? b',
    '%x',
    '@x',
    '`x',
  ),
)

test('any text comes back as it was, for our reader and for another', () => {
  fc.assert(
    fc.property(
      fc.dictionary(anyText, anyText, { maxKeys: 4 }),
      fc.array(anyText, { maxLength: 3 }),
      (nodeLabels, servers) => {
        fc.pre(!Object.keys(nodeLabels).includes('<<'))
        const document = { machine: { type: 'worker', token: '', nodeLabels, time: { servers } } }
        const text = printDocuments([document])
        const [own] = readDocuments(text)
        for (const read of [own, parse(text, { version: '1.1' }), parse(text)]) {
          expect(read.machine.nodeLabels ?? {}).toEqual(nodeLabels)
          expect(read.machine.time.servers ?? []).toEqual(servers)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a text that is the whole value is read back as it was, with documents in it too', () => {
  const text = 'version: v1alpha1\nmachine:\n    type: worker\n---\napiVersion: v1alpha1\nkind: HostnameConfig\n'
  expect(printValue(text)).toMatch(/^\|\n {4}version: v1alpha1\n/)
  expect(parse(printValue(text))).toBe(text)
})
