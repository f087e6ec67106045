import { isProxmoxError } from '../../proxmox/client/error.ts'
import { expected, readRecord } from '../../proxmox/decode.ts'
import { sortGuests } from '../../proxmox/observe/machines.ts'
import type { ObservedGuest, ObservedVm } from '../../proxmox/observe/observed.ts'
import { readVm } from '../../proxmox/observe/read-vm.ts'
import { readPower } from '../../proxmox/observe/resources.ts'
import { rosterOf } from '../../proxmox/ownership/roster.ts'
import { UserError } from '../../user-error.ts'
import type { Tools } from '../tools.ts'

/** Where a virtual machine is looked for first. */
export interface Seat {
  readonly vmid: number
  readonly host: string | undefined
}

/** A machine of ours by its VMID, read anew; nothing when there is none. Somebody else's is refused. */
export async function findVm(tools: Tools, seat: Seat): Promise<ObservedVm | undefined> {
  const guest = await locate(tools, seat)
  if (guest === undefined) return undefined
  const reading = await readVm(tools.proxmox, guest, {})
  if ('why' in reading) throw silent(guest)
  // What the home remembers matters only of a VM that does not say itself what it is.
  const begun = reading.config.name === undefined ? await tools.home.begun() : []
  const { name: cluster, machines } = tools.desired
  const roster = rosterOf({ cluster, machines: machines.filter(({ vmid }) => vmid === seat.vmid), begun })
  const { vms, others } = sortGuests(roster, [reading], [])
  const [vm] = vms
  if (vm === undefined) throw foreign(guest, others[0]?.inTheWay?.reasons ?? [])
  return vm
}

/** The same for a machine that must be there. */
export async function requireVm(tools: Tools, seat: Seat & { readonly name: string }): Promise<ObservedVm> {
  const vm = await findVm(tools, seat)
  if (vm !== undefined) return vm
  throw new UserError('vm-gone', `VM ${seat.vmid} of ${seat.name} is not there any more`, {
    hint: 'somebody removed it meanwhile: run again to make it anew',
  })
}

/** Whether a guest runs, wherever it is; nothing when there is none. */
export const powerOf = async (tools: Tools, seat: Seat): Promise<ObservedGuest['power'] | undefined> =>
  (await locate(tools, seat))?.power

/** Where a guest is: at its usual host, or wherever it was moved to meanwhile. */
async function locate({ proxmox, guests }: Tools, { vmid, host }: Seat): Promise<ObservedGuest | undefined> {
  if (host !== undefined) {
    try {
      const answer = await proxmox.get('/nodes/{node}/qemu/{vmid}/status/current', { node: host, vmid })
      const { status } = expected(readRecord(answer), 'a status', answer)
      return { ...UNKNOWN, vmid, host, power: readPower(status) }
    } catch (error) {
      if (!isProxmoxError(error, 'proxmox-not-found')) throw error
    }
  }
  const found = (await guests()).find((guest) => guest.vmid === vmid)
  return found?.host === host ? undefined : found
}

/** What the configuration, which is read next, tells better. */
const UNKNOWN = { kind: 'qemu', template: false, tags: [], uptimeSeconds: 0, cpus: 0, memoryBytes: 0 } as const

const silent = ({ vmid, host }: ObservedGuest) =>
  new UserError('proxmox-host-unreachable', `${host} does not answer about VM ${vmid}`, {
    hint: 'bring the host back, then run again',
  })

const foreign = ({ vmid, host }: ObservedGuest, reasons: readonly string[]) =>
  new UserError('guest-in-the-way', `VM ${vmid} on ${host} is not ours: ${reasons.join(', ')}`, {
    hint: 'it was left alone; choose another VMID, or remove it by hand',
  })
