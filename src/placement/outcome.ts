import { release, take } from './need.ts'
import type { Room } from './room.ts'
import type { PlacementMachine } from './types.ts'

/** A machine, the host it goes to, and why. */
export interface Seat {
  readonly machine: PlacementMachine
  readonly room: Room
  readonly reason: string
}

/** What a step of placement came to: who has a seat, who has none. */
export interface Outcome {
  readonly seated: readonly Seat[]
  readonly unseated: readonly PlacementMachine[]
}

/** Counts every seat against its host. */
export function settle(seats: readonly Seat[]): void {
  for (const seat of seats) take(seat.machine, seat.room)
}

/** Gives every seat back. */
export function vacate(seats: readonly Seat[]): void {
  for (const seat of seats) release(seat.machine, seat.room)
}
