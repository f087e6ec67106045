import { compact } from '../../document/value.ts'
import { has } from '../contract.ts'
import { document } from '../document.ts'
import { inMachine, type Part } from './part.ts'

/** Where the clock is taken from. */
export interface Time {
  readonly servers: readonly string[]
  /** How long boot waits for the clock, such as `2m0s`. */
  readonly bootTimeout?: string
}

/** Sets NTP servers. */
export const time: Part<Time> = ({ servers, bootTimeout }, contract) =>
  has(contract, 'timeDocument')
    ? [document('TimeSyncConfig', compact({ bootTimeout, ntp: { servers } }))]
    : [inMachine({ time: compact({ servers, bootTimeout }) })]
