import { mapBounded } from '../../live/bounded.ts'
import { isProxmoxError } from '../../proxmox/client/error.ts'
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
      return (await isFree(patient, machine)) ? [] : [taken(machine, 'a guest that may not be seen')]
    })
    const made = patient.desired.machines.length - open.length
    return orOk(found.flat(), `${open.length} free${made === 0 ? '' : `, ${made} already ours`}`)
  },
}

const taken = ({ name, vmid }: Machine, by: string): Finding =>
  fail(
    `VMID ${vmid} of ${name} is taken by ${by}`,
    'give the machine another one with `vmids` or `nodes.NAME.vmid`; the other guest is never touched',
  )

/** Guests of others are not shown to everybody, but their numbers are not given out again. */
async function isFree({ client }: Patient, { vmid }: Machine): Promise<boolean> {
  try {
    await client.get('/cluster/nextid', { vmid })
    return true
  } catch (error) {
    if (isProxmoxError(error) && error.status === 400) return false
    throw error
  }
}
