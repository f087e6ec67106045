import { describe, expect, test } from 'vitest'
import type { Circumstances } from '../../../src/proxmox/permissions/call.ts'
import { callRequirement } from '../../../src/proxmox/permissions/call-requirement.ts'
import {
  type Grant,
  grantKey,
  grantsIn,
  isMet,
  type Requirement,
} from '../../../src/proxmox/permissions/requirement.ts'
import { callOf, rows, vm } from './matrix-rows.ts'

/** A measured right; numbers of VMs differ, and some refusals name no path. */
const measured = (text: string): string => text.replace(/^(.*)@$/, '$1').replace(/\/vms\/\d+$/, '/vms/ID')

const circumstances: Circumstances = { release: '9', zoneOf: () => undefined, poolOf: () => undefined }

/** The grants without which a requirement cannot be met, whatever else is granted: what a refusal was measured to name. */
function indispensable(requirement: Requirement): readonly Grant[] {
  if (!isMet(requirement, () => true)) return []
  const needed = grantsIn(requirement).filter(
    ({ privilege }) => !isMet(requirement, (grant) => grant.privilege !== privilege),
  )
  return [...new Map(needed.map((grant) => [grantKey(grant), grant])).values()]
}

describe.runIf(rows.length > 0)('the rights that a call asks for are those that the genuine code asks for', () => {
  test.each(rows)('%s', (name, { full, need }) => {
    const asked = callOf(name)
    if (asked === undefined) throw new Error(`no call stands for the measurement ${name}`)
    const requirement = callRequirement(asked, circumstances)
    const computed = indispensable(requirement).map(({ privilege, path: at }) => {
      const exact = measured(`${privilege}@${at}`)
      return need.includes(`${privilege}@`) ? privilege : exact
    })
    expect(new Set(computed)).toEqual(new Set(need.map(measured)))
    const onlyRoot = /only root/.test(full) || name === 'config hookscript'
    expect(isMet(requirement, () => true)).toBe(!onlyRoot)
  })
})

test('release 8 asks for the monitor where release 9 asks for the guest agent', () => {
  const asked = vm('/agent/network-get-interfaces', {}, [], 'GET')()
  const on8 = indispensable(callRequirement(asked, { ...circumstances, release: '8' }))
  expect(on8).toEqual([{ privilege: 'VM.Monitor', path: '/vms/1000' }])
})
