/** When to ask after a task: what those of the same type took is what the next one is expected to take. */
export interface TaskPace {
  /** Milliseconds until the next question after a task that was waited for so long. */
  readonly pause: (type: string, waited: number) => number
  /** Remembers how long a task took. */
  readonly ended: (type: string, waited: number) => void
}

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1000
/** Somebody may watch how it goes, however long it will take. */
const LONGEST_TRUST_MS = 5000
/** Of what such tasks took, before which there is no point in asking. */
const TRUSTED_PART = 0.75
/** A pause is a small part of what was waited before, so that little is lost at the end of a task. */
const KNOWN_PART = 0.05
const UNKNOWN_PART = 0.1
const UNKNOWN_PAUSE_MS = 250

/** Makes the pace of one Proxmox, of which nothing is known yet. */
export function createTaskPace(): TaskPace {
  const expected = new Map<string, number>()
  const within = (shortest: number, pause: number) => Math.min(Math.max(shortest, pause), LONGEST_PAUSE_MS)
  return {
    pause(type, waited) {
      const known = expected.get(type)
      if (known === undefined) return within(UNKNOWN_PAUSE_MS, waited * UNKNOWN_PART)
      const trusted = Math.min(known * TRUSTED_PART, LONGEST_TRUST_MS)
      return waited < trusted
        ? Math.max(SHORTEST_PAUSE_MS, trusted - waited)
        : within(SHORTEST_PAUSE_MS, waited * KNOWN_PART)
    },
    ended(type, waited) {
      expected.set(type, ((expected.get(type) ?? waited) + waited) / 2)
    },
  }
}
