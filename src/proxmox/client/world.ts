import type { Clock } from '../../world/clock.ts'
import type { Dial } from '../../world/dial.ts'
import type { Log } from '../../world/log.ts'
import type { Redaction } from '../../world/redaction.ts'

/** What a client needs of its surroundings. */
export interface ProxmoxWorld {
  readonly clock: Clock
  readonly dial: Dial
  readonly log: Log
  /** Told every secret that the client holds or sends. */
  readonly redaction: Redaction
  /** Between 0 and 1. */
  readonly random: () => number
}
