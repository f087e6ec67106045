import { mapBounded } from '../../live/bounded.ts'
import { isVmidFree } from '../../proxmox/observe/vmid-free.ts'
import { leftOutsideHint } from '../../proxmox/ownership/left-outside.ts'
import type { Machine } from '../../resolve/desired.ts'
import type { Check } from '../check.ts'
import { type Finding, fail, orOk } from '../finding.ts'
import type { Patient } from '../patient.ts'

export const vmids: Check = {
  name: 'VMIDs',
  about: 'The VMIDs of the machines are free, or taken by the machines themselves.',
  run: async (patient) => {
    const { vms, unread, others } = await patient.observed()
    const ours = new Set([...vms, ...unread].map(({ vmid }) => vmid))
    const open = patient.desired.machines.filter(({ vmid }) => !ours.has(vmid))
    const found = await mapBounded(open, 8, async (machine): Promise<readonly Finding[]> => {
      const other = others.find(({ vmid }) => vmid === machine.vmid)
      if (other !== undefined) {
        const why = other.inTheWay?.reasons.join('; ')
        return [taken(machine, `${other.name ?? 'a guest'} on ${other.host}${why === undefined ? '' : `: ${why}`}`)]
      }
      return (await isVmidFree(patient.client, machine.vmid)) ? [] : [hidden(patient, machine)]
    })
    const made = patient.desired.machines.length - open.length
    return orOk(found.flat(), `${open.length} free${made === 0 ? '' : `, ${made} already ours`}`)
  },
}

/** What is out of sight may be what our own making has left. */
function hidden({ begun, desired }: Patient, machine: Machine): Finding {
  const left = begun.find(({ vmid }) => vmid === machine.vmid)
  const { pool } = desired.proxmox
  if (left === undefined || pool === undefined) return taken(machine, 'a guest that may not be seen')
  return fail(
    `VMID ${machine.vmid} of ${machine.name} is taken by a guest that may not be seen, perhaps left by a making that was cut off`,
    leftOutsideHint(left, pool),
  )
}

const taken = ({ name, vmid }: Machine, by: string): Finding =>
  fail(
    `VMID ${vmid} of ${name} is taken by ${by}`,
    'give the machine another one with `vmids` or `nodes.NAME.vmid`; the other guest is never touched',
  )
