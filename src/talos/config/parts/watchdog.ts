import { document } from '../document.ts'
import type { Part } from './part.ts'

/** A timer in hardware that restarts a machine that hangs. */
export interface Watchdog {
  /** Such as `/dev/watchdog0`. */
  readonly device: string
  readonly timeout?: string
}

/** Turns the hardware watchdog on. */
export const watchdog: Part<Watchdog> = ({ device, timeout = '1m0s' }) => [
  document('WatchdogTimerConfig', { device, timeout }),
]
