import { isProxmoxError } from '../../proxmox/client/error.ts'
import { sortGuests } from '../../proxmox/observe/machines.ts'
import type { ObservedGuest, ObservedVm } from '../../proxmox/observe/observed.ts'
import { readConfig, readStatus, type VmReading } from '../../proxmox/observe/read-vm.ts'
import { isVmidFree } from '../../proxmox/observe/vmid-free.ts'
import { leftOutsideHint } from '../../proxmox/ownership/left-outside.ts'
import { rosterOf } from '../../proxmox/ownership/roster.ts'
import { UserError } from '../../user-error.ts'
import type { Tools } from '../tools.ts'

/** Where a virtual machine is looked for first. */
export interface Seat {
  readonly vmid: number
  readonly host: string | undefined
}

/** Whether a machine runs, where a caller knows it, or where it makes no difference to it. */
export type KnownPower = Exclude<ObservedGuest['power'], 'unknown'>

/** A machine of ours by its VMID, read anew; nothing when there is none. Somebody else's is refused. */
export async function findVm(tools: Tools, seat: Seat, known?: KnownPower): Promise<ObservedVm | undefined> {
  const reading = await readAnew(tools, seat)
  if (reading === undefined) return undefined
  // What the home remembers matters only of a VM that does not say itself what it is.
  const begun = reading.config.name === undefined ? await tools.home.begun(seat.vmid) : undefined
  const { name: cluster, machines } = tools.desired
  const roster = rosterOf({
    cluster,
    machines: machines.filter(({ vmid }) => vmid === seat.vmid),
    begun: begun === undefined ? [] : [begun],
  })
  const sorted = (power: ObservedGuest['power']) =>
    sortGuests(roster, [{ ...reading, guest: { ...reading.guest, power } }], [])
  if (known !== undefined) {
    // Of one that runs the most is asked: whoever is ours then is ours in any case.
    const [clear] = sorted('running').vms
    if (clear !== undefined && clear.unfinished === undefined) return { ...clear, power: known }
  }
  const { guest } = reading
  const power = guest.power === 'unknown' ? await readPowerOf(tools, guest) : guest.power
  const { vms, others } = sorted(power)
  const [vm] = vms
  if (vm === undefined) throw foreign(guest, reading.config.name, others[0]?.inTheWay?.reasons ?? [])
  return vm
}

/** The same for a machine that must be there. */
export async function requireVm(
  tools: Tools,
  seat: Seat & { readonly name: string },
  known?: KnownPower,
): Promise<ObservedVm> {
  const vm = await findVm(tools, seat, known)
  if (vm !== undefined) return vm
  throw new UserError('vm-gone', `VM ${seat.vmid} of ${seat.name} is not there any more`, {
    hint: 'somebody removed it meanwhile: run again to make it anew',
  })
}

/** Whether a guest runs, wherever it is; nothing when there is none. */
export async function powerOf(tools: Tools, { vmid, host }: Seat): Promise<ObservedGuest['power'] | undefined> {
  try {
    if (host !== undefined) return await readPowerOf(tools, { vmid, host })
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-permission')) return await goneUnlessHidden(tools, vmid, error)
    if (!isProxmoxError(error, 'proxmox-not-found')) throw error
  }
  return (await elsewhere(tools, { vmid, host }))?.power
}

/** Reads a guest at its usual host, or wherever it was moved to meanwhile. */
async function readAnew(tools: Tools, seat: Seat): Promise<VmReading | undefined> {
  const { vmid, host } = seat
  try {
    const here = host === undefined ? undefined : await readAt(tools, { ...UNKNOWN, vmid, host })
    if (here !== undefined) return here
  } catch (error) {
    if (isProxmoxError(error, 'proxmox-permission')) return await goneUnlessHidden(tools, vmid, error)
    throw error
  }
  const found = await elsewhere(tools, seat)
  if (found === undefined) return undefined
  const there = await readAt(tools, found)
  if (there === undefined) throw silent(found)
  return there
}

async function readAt(tools: Tools, guest: ObservedGuest): Promise<VmReading | undefined> {
  const reading = await readConfig(tools.proxmox, guest, {})
  if (!('why' in reading)) return reading
  if (reading.why === 'moved') return undefined
  throw silent(guest)
}

async function elsewhere({ guests }: Tools, { vmid, host }: Seat): Promise<ObservedGuest | undefined> {
  const found = (await guests()).find((guest) => guest.vmid === vmid)
  return found?.host === host ? undefined : found
}

async function readPowerOf({ proxmox }: Tools, { vmid, host }: Pick<ObservedGuest, 'vmid' | 'host'>) {
  return await readStatus(proxmox, { vmid, host }, {})
}

/** What the configuration, which is read next, tells better. */
const UNKNOWN = {
  kind: 'qemu',
  power: 'unknown',
  template: false,
  tags: [],
  uptimeSeconds: 0,
  cpus: 0,
  memoryBytes: 0,
} as const

const silent = ({ vmid, host }: ObservedGuest) =>
  new UserError('proxmox-host-unreachable', `${host} does not answer about VM ${vmid}`, {
    hint: 'bring the host back, then run again',
  })

const HIDDEN = 'guest-hidden'

/** Whether an error says that a guest is there that may not be seen. */
export const isHidden = (error: unknown): boolean => error instanceof UserError && error.code === HIDDEN

/** Whose rights come from a pool may not ask after what is not in it, be it there or not. */
async function goneUnlessHidden(tools: Tools, vmid: number, cause: Error): Promise<undefined> {
  if (!(await isVmidFree(tools.proxmox, vmid))) throw await hidden(tools, vmid, cause)
}

async function hidden({ desired: { proxmox }, home }: Tools, vmid: number, cause: Error): Promise<UserError> {
  const begun = await home.begun(vmid)
  const message = `VM ${vmid} is there, but may not be seen: ${cause.message}`
  if (begun === undefined || proxmox.pool === undefined) {
    return new UserError(HIDDEN, message, {
      hint: 'it was left alone; choose another VMID, remove it by hand, or, if it is ours, give VM.Audit on it',
      cause,
    })
  }
  const where = `a making on ${begun.host} that was cut off may have left it outside the pool`
  return new UserError(HIDDEN, `${message}; ${where}`, { hint: leftOutsideHint(begun, proxmox.pool), cause })
}

const foreign = ({ vmid, host }: ObservedGuest, name = 'without a name', reasons: readonly string[] = []) =>
  new UserError('guest-in-the-way', `VM ${vmid} (${name}) on ${host} is not ours: ${reasons.join(', ')}`, {
    hint: 'it was left alone; choose another VMID, or remove it by hand',
  })
