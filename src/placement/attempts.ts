import { asWritten, type Batch, compare, hardestFirst } from './batches.ts'
import { seatControlPlanes, type Taste } from './control-planes.ts'
import { bestFit, firstFit } from './in-turn.ts'
import { interleave } from './interleave.ts'
import { type Outcome, settle, vacate } from './outcome.ts'
import { controlPlanesOn, type Room } from './room.ts'
import { search } from './search.ts'
import type { PlacementMachine, PlacementPolicy } from './types.ts'

type Arrange = (batches: readonly Batch[], rooms: readonly Room[]) => readonly Batch[]
type Fill = (batches: readonly Batch[], rooms: readonly Room[]) => Outcome

/** One way to seat everybody: where control planes like to go, in which order workers come, how they are dealt. */
interface Attempt {
  readonly taste: Taste
  readonly arrange: Arrange
  readonly fill: Fill
}

const inPoolOrder: Arrange = (batches) => batches

/** The way the policy asks for comes first; the ones after it give up evenness, bit by bit, to seat everybody. */
const ATTEMPTS: Readonly<Record<Exclude<PlacementPolicy['strategy'], 'pin'>, readonly Attempt[]>> = {
  spread: [
    { taste: 'most room', arrange: inPoolOrder, fill: interleave },
    { taste: 'most room', arrange: hardestFirst, fill: interleave },
    { taste: 'least room', arrange: hardestFirst, fill: interleave },
    { taste: 'least room', arrange: hardestFirst, fill: bestFit },
  ],
  pack: [
    { taste: 'first in order', arrange: hardestFirst, fill: firstFit },
    { taste: 'least room', arrange: hardestFirst, fill: bestFit },
  ],
}

/** Seats as many machines as it can find seats for: the first attempt that seats all, else the one that seats most. */
export function seatAll(
  machines: readonly PlacementMachine[],
  rooms: readonly Room[],
  strategy: keyof typeof ATTEMPTS,
): Outcome {
  const controlPlanes = machines.filter((machine) => machine.role === 'controlplane')
  const workers = asWritten(machines.filter((machine) => machine.role === 'worker'))
  let best: Outcome = { seated: [], unseated: machines }
  let crowd = Infinity
  for (const attempt of ATTEMPTS[strategy]) {
    const first = seatControlPlanes(controlPlanes, rooms, attempt.taste)
    if (first.unseated.length === 0) crowd = Math.min(crowd, mostCrowded(first))
    const outcome = join(first, attempt.fill(attempt.arrange(workers, rooms), rooms))
    if (outcome.unseated.length === 0) return outcome
    vacate(outcome.seated)
    if (isBetter(outcome, best)) best = outcome
  }
  const ordered = hardestFirst(workers, rooms).flatMap((batch) => batch.machines)
  const allowed = (machine: PlacementMachine, room: Room) => machine.role === 'worker' || controlPlanesOn(room) < crowd
  const found = search([...controlPlanes, ...ordered], rooms, allowed)
  if (found !== undefined) return { seated: found, unseated: [] }
  settle(best.seated)
  return best
}

/** How many control planes share the fullest of their hosts. */
function mostCrowded(outcome: Outcome): number {
  return outcome.seated.reduce((most, seat) => Math.max(most, controlPlanesOn(seat.room)), 1)
}

function join(a: Outcome, b: Outcome): Outcome {
  return { seated: [...a.seated, ...b.seated], unseated: [...a.unseated, ...b.unseated] }
}

function isBetter(a: Outcome, b: Outcome): boolean {
  const lost = compare(lostControlPlanes(a), lostControlPlanes(b)) || compare(a.unseated.length, b.unseated.length)
  return lost < 0
}

function lostControlPlanes(outcome: Outcome): number {
  return outcome.unseated.filter((machine) => machine.role === 'controlplane').length
}
