import type { TalosWorld } from './world.ts'

/** A number that nobody else has. */
export function nextNumber(state: TalosWorld): number {
  state.count += 1
  return state.count
}
