import type { Clock } from '../../world/clock.ts'
import type { Dial } from '../../world/dial.ts'
import type { Log } from '../../world/log.ts'
import type { Redaction } from '../../world/redaction.ts'

/** What the client needs of its surroundings. */
export interface KubernetesWorld {
  readonly clock: Clock
  readonly dial: Dial
  readonly log: Log
  /** Told every secret that the client holds. */
  readonly redaction: Redaction
  /** Between 0 and 1. */
  readonly random: () => number
}

/** How to reach a cluster. */
export interface KubernetesAccess {
  /** URLs of its API servers: the one that answered last is asked first. */
  readonly servers: readonly string[]
  /** Authorities of the servers, as PEM. */
  readonly ca: string
  /** Our own certificate and its key, as PEM. */
  readonly crt: string
  readonly key: string
}
