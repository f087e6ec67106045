import type { Action } from './action.ts'

/** Something a person has to know before, or instead of, carrying a plan out. */
export interface Finding {
  /** Stable name for programs. */
  readonly code: string
  /** `refused`: nothing is done while it stands; `warning`: the rest is done. */
  readonly level: 'refused' | 'warning'
  /** The machine, or the cluster. */
  readonly target: string
  readonly message: string
  readonly hint: string
  /** Minutes within which it may be over by itself: so long `up` waits before it refuses. */
  readonly passesWithin?: number
}

/** What would be done, in an order in which it can be done. */
export interface Plan {
  readonly cluster: string
  readonly actions: readonly Action[]
  readonly findings: readonly Finding[]
  /** What can only be planned after these actions, such as configs that need an address from DHCP. */
  readonly later: readonly string[]
}
