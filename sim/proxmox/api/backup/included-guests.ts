import { splitList } from '../../../../src/proxmox/format-checks/check.ts'
import type { Section } from '../../../world/section.ts'
import type { Vm } from '../../../world/vm.ts'
import type { World } from '../../../world/world.ts'
import { died } from '../../failure.ts'

/** A guest that is to be backed up; one without an entry has been removed. */
export interface IncludedGuest {
  readonly vmid: number
  readonly vm?: Vm
}

/** The guests that a job is about, by number. */
export function includedGuests(world: World, job: Section): readonly IncludedGuest[] {
  return [...new Set(chosen(world, job))]
    .sort((a, b) => a - b)
    .map((vmid) => {
      const vm = world.vms.find((each) => each.vmid === vmid)
      return { vmid, ...(vm === undefined ? {} : { vm }) }
    })
    .filter(({ vm }) => vm === undefined || job.node === undefined || job.node === vm.node)
}

function chosen(world: World, { pool, vmid, all, exclude }: Section): readonly number[] {
  if (pool) {
    const within = (poolid: string) => poolid === pool || poolid.startsWith(`${pool}/`)
    return world.access.pools.filter(({ poolid }) => within(poolid)).flatMap(({ vms }) => vms)
  }
  if (vmid) return numbers(String(vmid))
  if (!all) return []
  const excluded = numbers(String(exclude ?? ''))
  return world.vms.map((vm) => vm.vmid).filter((each) => !excluded.includes(each))
}

function numbers(list: string): readonly number[] {
  return splitList(list).map((text) => {
    if (!/^\d+$/.test(text)) throw died(`ERROR: strange VM ID '${text}'`)
    return Number(text)
  })
}
