import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewestGrants } from '../../../src/proxmox/permissions/fewest-grants.ts'
import { grantKey, isMet, privilege, type Requirement } from '../../../src/proxmox/permissions/requirement.ts'

const grant = fc
  .tuple(fc.constantFrom('VM.Audit', 'VM.Allocate', 'Sys.Modify', 'SDN.Use'), fc.constantFrom('/', '/vms', '/pool/a'))
  .map(([name, path]) => privilege(name, path))

const requirement: fc.Arbitrary<Requirement> = fc.letrec<{ requirement: Requirement }>((tie) => ({
  requirement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    grant,
    fc.array(tie('requirement'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('requirement'), { maxLength: 3 }).map((any) => ({ any })),
  ),
})).requirement

test('the chosen grants meet whatever can be met, and none of them is spare', () => {
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 6 }), (all) => {
      const possible = all.filter((one) => isMet(one, () => true))
      const keys = fewestGrants(possible).map(grantKey)
      const enough = (held: readonly string[]) =>
        possible.every((one) => isMet(one, (each) => held.includes(grantKey(each))))
      expect(enough(keys)).toBe(true)
      for (const key of keys) expect(enough(keys.filter((other) => other !== key))).toBe(false)
    }),
  )
})

test('where there is a choice, the weaker right on the smaller part is taken, and what is granted anyway before that', () => {
  const choice: Requirement = {
    any: [
      { all: [privilege('Sys.Audit', '/'), privilege('Sys.Modify', '/')] },
      privilege('Sys.AccessNetwork', '/nodes/a'),
    ],
  }
  expect(fewestGrants([choice])).toEqual([privilege('Sys.AccessNetwork', '/nodes/a')])
  const both = [privilege('Sys.Audit', '/'), privilege('Sys.Modify', '/')]
  expect(fewestGrants([choice, { all: both }])).toEqual(both)
})
