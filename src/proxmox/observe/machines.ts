import { type Roster, seatOf } from '../ownership/roster.ts'
import { claimsOf, hasBegun, type Standing, standingOf, uuidIn } from '../ownership/standing.ts'
import type { InTheWay, ObservedGuest, ObservedVm, OtherGuest, UnreadVm } from './observed.ts'
import type { Unreadable, VmReading } from './read-vm.ts'

/** Guests sorted by whether they are machines of the cluster. */
export interface Sorted {
  readonly vms: readonly ObservedVm[]
  readonly unread: readonly UnreadVm[]
  readonly others: readonly OtherGuest[]
}

/** Whether a guest must be read to know if it is a machine of the cluster. */
export const isCandidate = (roster: Roster, guest: ObservedGuest): boolean =>
  guest.kind === 'qemu' && !guest.template && (claimsOf(roster, guest).length > 0 || hasBegun(roster, guest))

/** Sorts guests that were read, could not be read, or needed no reading. */
export function sortGuests(
  roster: Roster,
  readings: readonly (VmReading | Unreadable)[],
  rest: readonly ObservedGuest[],
): Sorted {
  const judged = readings.flatMap((reading) =>
    'why' in reading ? [] : [{ reading, standing: standingOf(roster, reading.guest, reading.config) }],
  )
  const settled = settleTwins(roster, judged)
  return {
    vms: settled.flatMap(({ reading, standing }) =>
      standing.kind === 'foreign' ? [] : [observedVm(reading, standing)],
    ),
    unread: readings.flatMap((reading) => ('why' in reading ? [unreadVm(reading)] : [])),
    others: [
      ...settled.flatMap(({ reading, standing }) =>
        standing.kind === 'foreign' ? [foreignGuest(reading.guest, standing.inTheWay)] : [],
      ),
      ...rest.map((guest) => otherGuest(roster, guest)),
    ].sort((a, b) => a.vmid - b.vmid),
  }
}

const REASONS: Readonly<Record<UnreadVm['why'], string>> = {
  'host-silent': 'its host is down or out of reach',
  moved: 'it left its host while it was looked at',
}

const unreadVm = ({ guest, why }: Unreadable): UnreadVm => ({ ...guest, why, reason: REASONS[why] })

function observedVm({ guest, ...reading }: VmReading, standing: Exclude<Standing, { kind: 'foreign' }>): ObservedVm {
  return {
    ...guest,
    ...reading,
    kind: 'qemu',
    name: reading.config.name ?? guest.name ?? `VM ${guest.vmid}`,
    uuid: uuidIn(reading.config),
    record: standing.record,
    ...(standing.kind === 'unfinished' ? { unfinished: standing.unfinished } : {}),
  }
}

/** Containers and templates are never machines, whatever they are called. */
function otherGuest(roster: Roster, guest: ObservedGuest): OtherGuest {
  const takes = claimsOf(roster, guest).filter((claim) => claim !== 'tags')
  if (takes.length === 0) return guest
  return { ...guest, inTheWay: { takes, reasons: [guest.template ? 'it is a template' : 'it is a container'] } }
}

/** Who takes nothing of ours is in nobody's way. */
const foreignGuest = (guest: ObservedGuest, inTheWay: InTheWay): OtherGuest =>
  inTheWay.takes.length === 0 ? guest : { ...guest, inTheWay }

interface Judged {
  readonly reading: VmReading
  readonly standing: Standing
}

/** Of several VMs with the identity of one machine, as a restored backup makes them, the one at its VMID is meant. */
function settleTwins({ vmids }: Roster, judged: readonly Judged[]): readonly Judged[] {
  const claimants = new Map<string, number[]>()
  for (const { reading, standing } of judged) {
    if (standing.kind === 'foreign' || standing.record === undefined) continue
    const seat = seatOf(standing.record)
    claimants.set(seat, [...(claimants.get(seat) ?? []), reading.guest.vmid])
  }
  return judged.map((one) => {
    const { reading, standing } = one
    if (standing.kind === 'foreign' || standing.record === undefined) return one
    const seat = seatOf(standing.record)
    const twins = claimants.get(seat) ?? []
    if (twins.length < 2 || reading.guest.vmid === vmids.get(seat)) return one
    const reasons = [`VMs ${twins.join(' and ')} both have the identity of ${standing.record.node}`]
    return { reading, standing: { kind: 'foreign', inTheWay: { takes: ['tags', 'uuid'], reasons } } }
  })
}
