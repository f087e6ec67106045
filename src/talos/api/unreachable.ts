import type { UserError } from '../../user-error.ts'
import type { Clock } from '../../world/clock.ts'

/** Remembers for a short while which machines did not answer, so that a dead one costs its deadline once. */
export interface Unreachable {
  readonly note: (address: string, reason: UserError) => void
  readonly forget: (address: string) => void
  /** Why the machine is taken for dead at the moment. */
  readonly reason: (address: string) => UserError | undefined
}

const MEMORY_MS = 10_000

/** Makes a memory of its own; whoever talks to the same machines shares one. */
export function rememberUnreachable(clock: Clock, memory = MEMORY_MS): Unreachable {
  const known = new Map<string, { readonly until: number; readonly reason: UserError }>()
  return {
    note: (address, reason) => void known.set(address, { until: clock.now() + memory, reason }),
    forget: (address) => void known.delete(address),
    reason(address) {
      const entry = known.get(address)
      if (entry === undefined) return undefined
      if (entry.until > clock.now()) return entry.reason
      known.delete(address)
      return undefined
    },
  }
}
