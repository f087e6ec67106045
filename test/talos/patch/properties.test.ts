import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from '../../../src/talos/document/canonical.ts'
import { printDocuments } from '../../../src/talos/document/print.ts'
import { readDocuments } from '../../../src/talos/document/read.ts'
import { at, type Document, type Mapping } from '../../../src/talos/document/value.ts'
import { mergeStruct } from '../../../src/talos/patch/merge.ts'
import { applyPatches, patchOf } from '../../../src/talos/patch/patch.ts'
import { fieldsOf } from '../../../src/talos/schema/lookup.ts'
import { section } from '../support/arbitrary.ts'

const root = fc.record({
  version: fc.constant('v1alpha1'),
  machine: section('MachineConfig', 1),
  cluster: section('ClusterConfig', 1),
})

const patched = (base: Document, ...patches: readonly Document[]): Document | undefined =>
  applyPatches(
    [base],
    patches.map((patch) => patchOf([patch])),
  )[0]

const texts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', '1', '2'))

describe('a patch', () => {
  test('of nothing changes nothing', () => {
    fc.assert(
      fc.property(root, (base) => {
        expect(patched(base, { machine: {} })).toEqual(canonical(base))
      }),
      { numRuns: 200 },
    )
  })

  test('gives documents that are printed and read as they are', () => {
    fc.assert(
      fc.property(root, (base) => {
        const document = canonical(base)
        expect(readDocuments(printDocuments([document]))).toEqual([document])
      }),
      { numRuns: 200 },
    )
  })

  test('wins over what was there, unless it is empty text', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const merged =
          at(
            patched({ machine: { nodeLabels: before } }, { machine: { nodeLabels: after } }),
            'machine',
            'nodeLabels',
          ) ?? {}
        const expected = Object.entries(after).map(([key, value]) => [key, value === '' ? (before[key] ?? '') : value])
        expect(merged).toEqual({ ...before, ...Object.fromEntries(expected) })
      }),
    )
  })

  test('appends to lists, in the order of the patches', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
    fc.assert(
      fc.property(names, names, names, (base, first, second) => {
        const document = patched(
          { machine: { certSANs: base } },
          { machine: { certSANs: first } },
          { machine: { certSANs: second } },
        )
        expect(at(document, 'machine', 'certSANs')).toEqual([...base, ...first, ...second])
      }),
    )
  })

  test('replaces networks as a whole, and leaves them if it has none', () => {
    const networks = fc.array(fc.constantFrom('192.0.2.0/24', 'fd00::/64'), { maxLength: 2 })
    fc.assert(
      fc.property(networks, fc.option(networks, { nil: undefined }), (before, after) => {
        const network: Mapping = after === undefined ? { dnsDomain: 'x' } : { podSubnets: after }
        const document = patched({ cluster: { network: { podSubnets: before } } }, { cluster: { network } })
        expect(at(document, 'cluster', 'network', 'podSubnets')).toEqual(after ?? before)
      }),
    )
  })

  test('keeps one entry per link, however often it is applied', () => {
    const links = fc.array(
      fc.record({ interface: fc.constantFrom('eth0', 'eth1', 'eth2'), mtu: fc.constantFrom(1400, 1500) }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(links, links, (before, after) => {
        const patch = { machine: { network: { interfaces: after } } }
        const once = patched(
          { machine: { network: { interfaces: [] } } },
          { machine: { network: { interfaces: before } } },
          patch,
        )
        const twice = patched(once ?? {}, patch)
        expect(twice).toEqual(once)
      }),
    )
  })

  test('without lists can be applied again without effect', () => {
    const flat = fc.record({ sysctls: texts, nodeLabels: texts, env: texts, token: fc.constantFrom('', 'x') })
    fc.assert(
      fc.property(root, flat, (base, machine) => {
        const once = patched(base, { machine })
        expect(patched(once ?? {}, { machine })).toEqual(once)
      }),
      { numRuns: 200 },
    )
  })

  test('of one section leaves the others alone', () => {
    fc.assert(
      fc.property(section('MachineConfig', 1), section('ClusterConfig', 1), (machine, cluster) => {
        const merged = mergeStruct({ machine }, { cluster }, fieldsOf('Config'))
        expect(merged).toEqual({ machine, cluster })
      }),
      { numRuns: 200 },
    )
  })
})
