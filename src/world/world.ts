import { type Clock, realClock } from './clock.ts'
import { type Dial, realDial } from './dial.ts'
import { type Listen, realListen } from './listen.ts'

/** What a simulated world replaces: the time, and where connections lead and come from. */
export interface World {
  readonly clock: Clock
  readonly dial: Dial
  readonly listen: Listen
  /** PEM certificates of those who vouch for web sites; the system's own when absent. */
  readonly authorities?: readonly string[]
}

/** The clock and the network of this machine. */
export const realWorld: World = { clock: realClock, dial: realDial, listen: realListen }
