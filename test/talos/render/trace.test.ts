import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Path } from '../../../src/spec/problem.ts'
import { isList, isMapping, type Value } from '../../../src/talos/document/value.ts'
import type { PatchText } from '../../../src/talos/render/patch-text.ts'
import { retrace, setterOf, type Trace } from '../../../src/talos/render/trace.ts'
import { documentOf, renderOne } from './rendered.ts'

/** Where the values of a rendered config were set, by path. */
async function settersOf(
  patches: Readonly<Record<string, string>>,
  paths: readonly Path[],
): Promise<(string | undefined)[]> {
  const cluster = { talos: { version: 'v1.12.4', patches: Object.keys(patches) } }
  const rendered = await renderOne({ cluster, files: patches })
  expect(documentOf(rendered)).toBeDefined()
  return paths.map((path) => {
    const setting = setterOf(rendered.traces.get('/v1alpha1'), path)
    const place = setting?.patch.where(setting.document, setting.path)
    return place && `${place.file}:${place.line}`
  })
}

test('the last patch that sets a value is said to have set it', async () => {
  const patches = {
    'a.yaml': 'machine:\n  sysctls:\n    one: "1"\n    two: "1"\n',
    'b.yaml': 'machine:\n  sysctls:\n    two: "2"\n',
  }
  const sysctl = (name: string) => ['machine', 'sysctls', name]
  expect(await settersOf(patches, [sysctl('one'), sysctl('two'), ['machine', 'type']])).toEqual([
    'a.yaml:3',
    'b.yaml:3',
    undefined,
  ])
})

test('a patch that says what is said already has set it too', async () => {
  const patches = { 'a.yaml': 'cluster:\n  network:\n    dnsDomain: cluster.local\n' }
  expect(await settersOf(patches, [['cluster', 'network', 'dnsDomain']])).toEqual(['a.yaml:3'])
})

test('items that patches add to a list keep the line they come from', async () => {
  const patches = {
    'a.yaml': 'machine:\n  certSANs:\n    - a\n    - b\n',
    'b.yaml': 'machine:\n  certSANs:\n    - c\n    - a\n',
  }
  const items = [0, 1, 2, 3].map((index) => ['machine', 'certSANs', index])
  expect(await settersOf(patches, items)).toEqual(['a.yaml:3', 'a.yaml:4', 'b.yaml:3', 'b.yaml:4'])
})

test('items of a list that move up when another is deleted stay who they are', async () => {
  const patches = {
    'a.yaml': 'machine:\n  kernel:\n    modules:\n      - name: one\n      - name: two\n',
    'b.yaml': 'machine:\n  kernel:\n    modules:\n      - name: one\n        $patch: delete\n',
  }
  expect(await settersOf(patches, [['machine', 'kernel', 'modules', 0, 'name']])).toEqual(['a.yaml:5'])
})

const patch: PatchText = {
  label: 'p',
  path: [],
  index: { text: '', lineStarts: [0], secondHalves: [] },
  documents: [],
  where: () => {
    throw new Error('nobody asks')
  },
}

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Value>('a', 'b', 1, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('value'), { maxKeys: 3 }),
  ),
}))

function leaves(of: Value, path: Path = []): Path[] {
  if (isMapping(of)) return Object.entries(of).flatMap(([key, inner]) => leaves(inner, [...path, key]))
  if (isList(of)) return of.flatMap((inner, index) => leaves(inner, [...path, index]))
  return [path]
}

const cursor = (said: Value | undefined) => ({ setting: { patch, document: 0, path: [] }, value: said })

test('every value of a document that a patch brought was set by it', () => {
  fc.assert(
    fc.property(value, (after) => {
      const trace = retrace(undefined, after, undefined, cursor(after))
      expect(leaves(after).every((path) => setterOf(trace, path) !== undefined)).toBe(true)
    }),
  )
})

test('a patch that changes nothing and says nothing has set nothing', () => {
  fc.assert(
    fc.property(value, (same) => {
      const trace: Trace = retrace(same, same, undefined, cursor(undefined))
      expect(leaves(same).some((path) => setterOf(trace, path) !== undefined)).toBe(false)
    }),
  )
})

test('whatever changed, a place is known in the patch or the patch as a whole is', () => {
  fc.assert(
    fc.property(value, value, value, (before, after, said) => {
      const trace = retrace(before, after, undefined, cursor(said))
      const setters = leaves(after).flatMap((path) => setterOf(trace, path) ?? [])
      expect(setters.every(({ path }) => path.length === 0 || has(said, path))).toBe(true)
    }),
  )
})

function has(of: Value, path: Path): boolean {
  const [first, ...rest] = path
  if (first === undefined) return true
  const inner = isList(of) ? of[Number(first)] : isMapping(of) ? of[String(first)] : undefined
  return inner !== undefined && has(inner, rest)
}
