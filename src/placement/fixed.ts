import { lackOf, noHosts, noPin, unfit, unknownPin } from './failure.ts'
import { fits, needsOf, take } from './need.ts'
import type { Room } from './room.ts'
import type { Decision, PlacementFailure, PlacementMachine, PlacementPolicy } from './types.ts'

/** What placement has no say in: where machines already are, and where the file wants them. */
export interface Fixed {
  readonly decisions: readonly Decision[]
  readonly failures: readonly PlacementFailure[]
  /** Machines that may go anywhere. */
  readonly open: readonly PlacementMachine[]
}

/** Counts machines that exist, then pinned ones; the former even beyond what the host has, since they are facts. */
export function fix(machines: readonly PlacementMachine[], rooms: readonly Room[], policy: PlacementPolicy): Fixed {
  const byName = new Map(rooms.map((room) => [room.host.name, room]))
  const decisions: Decision[] = []
  const failures: PlacementFailure[] = []
  const open: PlacementMachine[] = []
  for (const machine of machines) {
    if (machine.placed !== undefined) decisions.push(stay(machine, machine.placed, byName.get(machine.placed)))
  }
  for (const machine of machines) {
    if (machine.placed !== undefined) continue
    const pinned = machine.pin === undefined ? undefined : byName.get(machine.pin)
    if (rooms.length === 0) failures.push(noHosts(machine))
    else if (machine.pin !== undefined && pinned === undefined) failures.push(unknownPin(machine, machine.pin, rooms))
    else if (pinned !== undefined && fits(needsOf(machine, pinned))) decisions.push(pin(machine, pinned))
    else if (pinned !== undefined) failures.push(unfit(machine, lackOf(machine, [pinned])))
    else if (policy.strategy === 'pin') failures.push(noPin(machine, rooms))
    else open.push(machine)
  }
  return { decisions, failures, open }
}

function stay(machine: PlacementMachine, host: string, room: Room | undefined): Decision {
  if (room !== undefined) take(machine, room)
  const notes = [
    'already there',
    ...(room === undefined ? [`though ${host} is not among the hosts`] : []),
    ...(machine.pin === undefined || machine.pin === host
      ? []
      : [`though the file pins it to ${machine.pin}: a machine that exists is not moved`]),
  ]
  return { machine: machine.name, host, reason: notes.join(', ') }
}

function pin(machine: PlacementMachine, room: Room): Decision {
  take(machine, room)
  return { machine: machine.name, host: room.host.name, reason: `pinned to ${room.host.name} by the file` }
}
