import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equal } from '../../../src/proxmox/property-string/equal.ts'
import { grammarOf, subKeysOf } from '../../../src/proxmox/property-string/grammar.ts'
import { parse } from '../../../src/proxmox/property-string/parse.ts'
import { printValues } from '../../../src/proxmox/property-string/print.ts'
import type { PropertyValue } from '../../../src/proxmox/property-string/value.ts'
import { type FormatName, formats } from '../../../src/proxmox/tables/formats.gen.ts'
import type { SubKey } from '../../../src/proxmox/tables/types.ts'

const word = fc.stringMatching(/^[A-Za-z0-9_./:+-]{1,12}$/)
const anyText = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[,\n]/.test(text))

function valueFor(entry: SubKey): fc.Arbitrary<PropertyValue> {
  if (entry.list) return fc.array(word, { minLength: 1, maxLength: 4 })
  if (entry.format === 'disk-size') return fc.integer({ min: 0, max: 2 ** 45 })
  if (entry.type === 'boolean') return fc.boolean()
  if (entry.type === 'integer') return fc.integer({ min: -5, max: 2 ** 33 })
  if (entry.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)
  return entry.enum === undefined ? anyText : fc.constantFrom(...entry.enum)
}

/** Values of a grammar: its required sub-keys, some of the others, and one that it does not know. */
function valuesOf(name: FormatName): fc.Arbitrary<Record<string, PropertyValue>> {
  const fields = [...subKeysOf(grammarOf(name)).map(([key, entry]) => field(key, entry)), field('x-unknown')]
  return fc.tuple(...fields).map((all) => Object.fromEntries(all.flat()))
}

function field(key: string, entry?: SubKey): fc.Arbitrary<readonly (readonly [string, PropertyValue])[]> {
  const given = (entry === undefined ? anyText : valueFor(entry)).map((value) => [[key, value] as const])
  return entry !== undefined && !entry.optional ? given : fc.oneof(given, fc.constant([]))
}

const names: readonly FormatName[] = Object.keys(formats).filter((name): name is FormatName => name in formats)
const named = fc.constantFrom(...names).chain((name) => valuesOf(name).map((values) => ({ name, values })))

function shuffled(text: string, seed: readonly number[]): string {
  const parts = text.split(',').map((part, at) => ({ part, order: seed[at % seed.length] ?? 0 }))
  return parts
    .sort((a, b) => a.order - b.order)
    .map(({ part }) => part)
    .join(',')
}

test('what is printed is read back as it was', () => {
  fc.assert(
    fc.property(named, ({ name, values }) => {
      expect(parse(name, printValues(name, values))).toEqual(values)
    }),
    { numRuns: 2000 },
  )
})

test('what is read is printed with the same meaning', () => {
  fc.assert(
    fc.property(named, fc.array(fc.integer(), { minLength: 1 }), ({ name, values }, seed) => {
      const text = shuffled(printValues(name, values), seed)
      expect(equal(name, printValues(name, parse(name, text)), text)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('order means nothing', () => {
  fc.assert(
    fc.property(named, fc.array(fc.integer(), { minLength: 1 }), ({ name, values }, seed) => {
      const text = printValues(name, values)
      expect(equal(name, text, shuffled(text, seed))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('equality is reflexive and symmetric for any text, and transitive', () => {
  const text = fc.oneof(fc.constantFrom('1', 'yes', 'enabled=on', '0', '1,type=virtio', '1,1', 'x', ''), fc.string())
  fc.assert(
    fc.property(fc.constantFrom(...names), text, text, text, (name, a, b, c) => {
      expect(equal(name, a, a)).toBe(true)
      expect(equal(name, a, b)).toBe(equal(name, b, a))
      if (equal(name, a, b) && equal(name, b, c)) expect(equal(name, a, c)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
