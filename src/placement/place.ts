import { seatAll } from './attempts.ts'
import { type Lack, lackOf, unfit } from './failure.ts'
import { fix } from './fixed.ts'
import { sameNeeds } from './need.ts'
import type { Outcome } from './outcome.ts'
import { openRooms, type Room } from './room.ts'
import type {
  Decision,
  Placement,
  PlacementFailure,
  PlacementHost,
  PlacementMachine,
  PlacementPolicy,
} from './types.ts'
import { usageOf } from './usage.ts'

/**
 * Decides which host every machine lives on, and says why; a pure function of what it is given.
 *
 * Machines that are `placed` stay, whatever that does to a host; then pins count, then control planes choose (a host of
 * their own wherever that is possible, then a storage of their own, then the most room), then workers are dealt out pool
 * by pool. Ties go to the host that comes first in `hosts`. So with what was decided given back as `placed` nothing ever
 * moves, and new machines, pools and hosts only add. As long as all that are `placed` are where they would be put anyway,
 * the others are put there too: whoever goes on with what was begun ends where it would have ended.
 *
 * What is searched: control planes find hosts of their own if any arrangement gives them some, and this outranks room
 * for workers. Should the even spread leave a worker without a host, the workers with the fewest slots go first, then
 * the tightest hosts are filled first, then, for up to a hundred machines, combinations are tried within a fixed budget.
 * What is not: beyond that budget a feasible placement may be missed (it is bin packing), pinned machines count in the
 * order given, and `pack` uses few hosts but does not prove that no arrangement uses fewer. Evenness counts workers, not
 * their sizes; what only the later attempts can seat is less even. With pools of different sizes on unequal hosts the
 * order of the hosts can change how even the spread is; with one size of worker it changes names only.
 */
export function place(
  machines: readonly PlacementMachine[],
  hosts: readonly PlacementHost[],
  policy: PlacementPolicy,
): Placement {
  const around = placeAround(machines, hosts, policy)
  const open = machines.filter(({ placed }) => placed === undefined)
  if (open.length === 0 || open.length === machines.length) return around
  const anew = placeAround(machines.map(unplaced), hosts, policy)
  const hostOf = new Map(anew.decisions.map((decision) => [decision.machine, decision]))
  const isKept = machines.every(({ name, placed }) => placed === undefined || hostOf.get(name)?.host === placed)
  if (!isKept || anew.failures.length > 0) return around
  const isOpen = new Set(open.map(({ name }) => name))
  const stays = around.decisions.filter(({ machine }) => !isOpen.has(machine))
  const added = anew.decisions.filter(({ machine }) => isOpen.has(machine))
  return { ...anew, decisions: inOrder(machines, [...stays, ...added]) }
}

const unplaced = ({ placed: _, ...machine }: PlacementMachine): PlacementMachine => machine

/** Leaves the machines that are placed where they are, and puts the others around them. */
function placeAround(
  machines: readonly PlacementMachine[],
  hosts: readonly PlacementHost[],
  policy: PlacementPolicy,
): Placement {
  const rooms = openRooms(hosts, policy, machines)
  const fixed = fix(machines, rooms, policy)
  const rest: Outcome =
    policy.strategy === 'pin' ? { seated: [], unseated: [] } : seatAll(fixed.open, rooms, policy.strategy)
  const chosen = rest.seated.map(({ machine, room, reason }) => ({
    machine: machine.name,
    host: room.host.name,
    reason,
  }))
  return {
    decisions: inOrder<Decision>(machines, [...fixed.decisions, ...chosen]),
    failures: inOrder<PlacementFailure>(machines, [...fixed.failures, ...explainAll(rest.unseated, rooms)]),
    usage: rooms.map(usageOf),
  }
}

/** Machines that need the same lack the same, so that a failing pool costs one look at the hosts, not one each. */
function explainAll(machines: readonly PlacementMachine[], rooms: readonly Room[]): PlacementFailure[] {
  let known: { readonly machine: PlacementMachine; readonly lack: Lack } | undefined
  return machines.map((machine) => {
    if (known === undefined || !sameNeeds(known.machine, machine)) known = { machine, lack: lackOf(machine, rooms) }
    return unfit(machine, known.lack)
  })
}

function inOrder<T extends { readonly machine: string }>(
  machines: readonly PlacementMachine[],
  items: readonly T[],
): T[] {
  const byMachine = new Map<string, T>()
  for (const item of items) byMachine.set(item.machine, item)
  return machines.flatMap((machine) => byMachine.get(machine.name) ?? [])
}
