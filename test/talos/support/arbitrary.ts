import fc from 'fast-check'
import type { Mapping, Value } from '../../../src/talos/document/value.ts'
import { enums } from '../../../src/talos/schema/enums.ts'
import { fieldsOf } from '../../../src/talos/schema/lookup.ts'
import type { ScalarName, Type } from '../../../src/talos/schema/notation.ts'

const examples: Readonly<Record<ScalarName, readonly Value[]>> = {
  string: ['', 'a', 'b c', 'off', '12'],
  bool: [true, false],
  int: [0, 1, 5],
  int32: [0, 1],
  uint: [0, 1],
  uint8: [0, 1],
  uint16: [0, 10, 20],
  uint32: [0, 1400],
  uint64: [0, 4096],
  duration: ['0s', '1m', '90s'],
  fileMode: [420, 384],
  diskSize: ['10GB', '1GiB', 0],
  bytes: ['1GiB', '10GB'],
  size: ['1GiB', '50%'],
  sizeMatch: ['>= 10GB'],
  addr: ['192.0.2.1', 'fd00::1'],
  prefix: ['192.0.2.0/24', 'fd00::/64'],
  addrPort: ['192.0.2.1:80'],
  mac: ['aa:bb:cc:dd:ee:ff', 'AA:BB:CC:00:11:22'],
  url: ['https://a.example/b', 'https://c.example', 'http://d.example:80/x?y=z'],
  base64: ['YQ==', 'Yg=='],
  pem: ['YQ==', 'Yg==', ''],
  cel: ['true', 'false'],
  ports: [22, '80-90'],
  routingTable: ['main', '100'],
}

const text = fc.constantFrom('', 'x', 'y')
const anything: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    text,
    fc.integer({ min: 0, max: 3 }),
    fc.array(text, { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('k', 'l'), tie('value'), { maxKeys: 2 }),
  ),
})).value

function arbitrary(type: Type, depth: number): fc.Arbitrary<Value> {
  switch (type.form) {
    case 'scalar':
      return fc.constantFrom(...examples[type.of])
    case 'enum':
      return fc.constantFrom(...enums[type.of].values)
    case 'struct':
      return section(type.of, depth + 1)
    case 'list':
      return fc.array(arbitrary(type.item, depth + 1), { maxLength: 2 })
    case 'map':
      return fc.dictionary(fc.constantFrom('p', 'q', 'r'), arbitrary(type.item, depth + 1), { maxKeys: 2 })
    case 'args':
      return fc.dictionary(fc.constantFrom('v', 'w'), fc.constantFrom<Value>('1', '2', ['a', 'b']), { maxKeys: 2 })
    case 'object':
      return fc.dictionary(fc.constantFrom('k', 'l'), anything, { maxKeys: 2 })
  }
}

/** Any section of the given name that Talos could read; the deeper, the emptier. */
export function section(name: string, depth = 0): fc.Arbitrary<Mapping> {
  const fields = [...fieldsOf(name).values()]
  const unset = { weight: depth > 2 ? 4 : 1, arbitrary: fc.constant(undefined) }
  const entries = fields.map((field) =>
    fc
      .oneof(unset, { weight: 1, arbitrary: arbitrary(field.type, depth) })
      .map((value) => [field.name, value] as const),
  )
  return fc
    .tuple(...entries)
    .map((all) => Object.fromEntries(all.filter((entry): entry is [string, Value] => entry[1] !== undefined)))
}
