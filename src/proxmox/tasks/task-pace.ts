import type { Clock } from '../../world/clock.ts'

/** When to ask after tasks: those of one type are taken to be alike. */
export interface TaskPace {
  /** Follows a task that has just begun; whoever follows it leaves in the end. */
  readonly follow: (type: string) => TaskFollower
}

/** One task that is waited for. */
export interface TaskFollower {
  /** Milliseconds since it is followed. */
  readonly waited: () => number
  /** Waits until it is worth asking, or only until so much was waited; fails with the reason of the signal. */
  readonly next: (end: number, signal?: AbortSignal) => Promise<'ask' | 'early'>
  /** Tells the others how long it took. */
  readonly ended: () => void
  readonly leave: () => void
}

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1000
/** However long others took, a task may fail at once. */
const LONGEST_TRUST_MS = 10_000
/** Of what such tasks took: a little early, so that a shorter one is noticed as such. */
const TRUSTED_PART = 0.95
/** To come too late costs time, to come too early a question: so what took longer counts for less. */
const SLOWER_COUNTS = 0.3
/** A pause is a small part of what was waited before, so that little is lost at the end of a task. */
const KNOWN_PART = 0.05
const OVERDUE_PART = 0.08
const UNKNOWN_PART = 0.15
const UNKNOWN_PAUSE_MS = 250
/** For those who wait beside another one of the same type, which is asked on behalf of them all. */
const BESIDE_PART = 0.5
const BESIDE_PAUSE_MS = 5000
/** What tasks of some types take at least, however quick the hardware: nobody asks after the first one sooner. */
const LEAST_MS: Readonly<Record<string, number>> = { download: 2000, qmcreate: 1500, qmclone: 1000, qmstart: 1000 }

/** Makes the pace of one Proxmox, of which nothing is known yet. */
export function createTaskPace(clock: Clock): TaskPace {
  const kinds = new Map<string, Kind>()
  return {
    follow(type) {
      const kind = kinds.get(type) ?? { least: LEAST_MS[type] ?? 0, expected: undefined, running: new Set() }
      kinds.set(type, kind)
      return followerOf(clock, kind)
    },
  }
}

interface Kind {
  readonly least: number
  /** What those that ended took. */
  expected: number | undefined
  /** Wakes each of those who wait, the eldest first. */
  readonly running: Set<{ wake: () => void }>
}

const eldest = ({ running }: Kind): { wake: () => void } | undefined => running.values().next().value

function followerOf(clock: Clock, kind: Kind): TaskFollower {
  const self = { wake: () => {} }
  kind.running.add(self)
  const since = clock.now()
  const waited = () => clock.now() - since
  /** When it was last asked after, and before that. */
  let asked = 0
  let before = 0
  const leave = () => {
    const wasEldest = eldest(kind) === self
    kind.running.delete(self)
    if (wasEldest) eldest(kind)?.wake()
  }
  return {
    waited,
    async next(end, signal) {
      for (;;) {
        const due = asked + pauseAfter(asked, kind, eldest(kind) === self)
        // Clocks do not tell what is less than a millisecond.
        if (due < waited() + 1) break
        if (end < waited() + 1) return 'early'
        await nap(clock, Math.min(due, end) - waited(), self, signal)
      }
      before = asked
      asked = waited()
      return 'ask'
    },
    ended() {
      const { expected } = kind
      // It ended between two questions; the first of all tells no more than that it took no longer.
      const took = before === 0 ? asked : (before + asked) / 2
      const isShorter = expected === undefined || took < expected
      kind.expected = isShorter ? took : expected + (took - expected) * SLOWER_COUNTS
      leave()
      // Who expected more slept for too long; who expected less finds out when they wake.
      if (isShorter) for (const other of kind.running) other.wake()
    },
    leave,
  }
}

/** How long to wait after a question that found a task running. */
function pauseAfter(asked: number, { least, expected }: Kind, isEldest: boolean): number {
  if (expected === undefined) {
    if (!isEldest) return Math.max(BESIDE_PAUSE_MS, asked * BESIDE_PART)
    return Math.max(UNKNOWN_PAUSE_MS, least - asked, Math.min(asked * UNKNOWN_PART, LONGEST_PAUSE_MS))
  }
  const overdue = asked - expected * TRUSTED_PART
  if (overdue < 0) return Math.max(SHORTEST_PAUSE_MS, Math.min(-overdue, LONGEST_TRUST_MS))
  // The later it is, the less is known about it.
  const pause = Math.min(asked * OVERDUE_PART, LONGEST_PAUSE_MS, Math.max(asked * KNOWN_PART, overdue / 2))
  return Math.max(SHORTEST_PAUSE_MS, pause)
}

/** Waits a span, or until somebody wakes the sleeper. */
function nap(clock: Clock, milliseconds: number, sleeper: { wake: () => void }, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const done = () => {
      cancel()
      sleeper.wake = () => {}
      signal?.removeEventListener('abort', stop)
    }
    const awake = () => {
      done()
      resolve()
    }
    const stop = () => {
      done()
      reject(signal?.reason)
    }
    const cancel = clock.after(milliseconds, awake)
    sleeper.wake = awake
    signal?.addEventListener('abort', stop, { once: true })
  })
}
