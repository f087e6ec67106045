import { expect, test } from 'vitest'
import { methodsByPath, parametersOf } from '../../../../scripts/gen/pve/api-tree.ts'

test('the tree is flattened to paths', () => {
  const tree = [{ path: '/a', info: { GET: {} }, children: [{ path: '/a/b', info: { PUT: {} } }, { path: '/a/c' }] }]
  expect([...methodsByPath(tree).keys()]).toEqual(['/a', '/a/b'])
})

test('parameters of variants are gathered, each with the variants that know it', () => {
  const both = { type: 'string' }
  const found = parametersOf({
    parameters: {
      allOf: [
        { properties: { id: { type: 'string' } } },
        {
          'type-property': 'type',
          'type-property-schema': { type: 'string', enum: ['one', 'two'] },
          oneOf: [
            { 'instance-type': 'one', properties: { both, own: { type: 'integer' } } },
            { 'instance-type': 'two', properties: { both } },
          ],
        },
      ],
    },
  })
  expect(Object.fromEntries(found)).toEqual({
    id: { type: 'string' },
    type: { type: 'string', enum: ['one', 'two'] },
    both: { type: 'string', 'type-property': 'type', 'instance-types': ['one', 'two'] },
    own: { type: 'integer', 'type-property': 'type', 'instance-types': ['one'] },
  })
})
