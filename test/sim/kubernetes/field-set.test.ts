import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  difference,
  type FieldSet,
  formatPath,
  intersection,
  LEAF,
  members,
  readFieldSet,
  union,
} from '../../../sim/kubernetes/fields/field-set.ts'

const step = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:"y"')

/** Sets made of single paths, so that what is in them is known. */
const sets = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }).map((paths) => ({
  set: paths.map(single).reduce<FieldSet | undefined>(union, undefined),
  paths: new Set(paths.map((path) => path.join(' '))),
}))

function single(path: readonly string[]): FieldSet {
  return path.toReversed().reduce<FieldSet>((below, name) => ({ [name]: below }), LEAF)
}

const pathsOf = (set: FieldSet | undefined): ReadonlySet<string> => new Set(members(set).map((path) => path.join(' ')))

describe('a set of fields', () => {
  test('has exactly the paths that were put together', () => {
    fc.assert(
      fc.property(sets, ({ set, paths }) => {
        expect(pathsOf(set)).toEqual(paths)
      }),
    )
  })

  test('joins, meets and differs as sets of paths do', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        expect(pathsOf(union(a.set, b.set))).toEqual(new Set([...a.paths, ...b.paths]))
        expect(pathsOf(intersection(a.set, b.set))).toEqual(new Set([...a.paths].filter((path) => b.paths.has(path))))
        expect(pathsOf(difference(a.set, b.set))).toEqual(new Set([...a.paths].filter((path) => !b.paths.has(path))))
      }),
    )
  })

  test('is the same after it was written and read', () => {
    fc.assert(
      fc.property(sets, ({ set, paths }) => {
        fc.pre(set !== undefined)
        expect(pathsOf(readFieldSet(JSON.parse(JSON.stringify(set))))).toEqual(paths)
      }),
    )
  })

  test('writes paths as messages do', () => {
    const path = ['f:spec', 'f:containers', 'k:{"containerPort":80,"protocol":"TCP"}', 'v:"x"']
    expect(formatPath(path)).toBe('.spec.containers[containerPort=80,protocol="TCP"][="x"]')
  })
})
