import type { HealthRecord, ServiceStateName } from '../events/event.ts'

/** A service of a machine. */
export interface ServiceState {
  state: ServiceStateName
  /** What it said, oldest first; only the last ones are kept. */
  history: ServiceHistory[]
  health: HealthRecord
  pid: number
}

/** Something that a service said. */
export interface ServiceHistory {
  readonly state: ServiceStateName
  readonly message: string
  /** Simulated milliseconds since the epoch. */
  readonly at: number
}
