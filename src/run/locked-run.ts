import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { clearCutOffWrites } from '../files/write-private.ts'
import { LIMITS } from '../plan/limits.ts'
import type { Plan } from '../plan/plan-type.ts'
import type { Desired } from '../resolve/desired.ts'
import type { Clock } from '../world/clock.ts'
import type { Redaction } from '../world/redaction.ts'
import type { ClusterRun } from './cluster-run.ts'
import type { RunEvent } from './events.ts'
import { type Execution, execute } from './execute.ts'
import { type Home, prepareHome } from './home/home.ts'
import { type Journal, openJournal } from './journal.ts'
import { journalOf } from './journal-events.ts'
import { takeLock } from './lock.ts'
import { performWith } from './perform.ts'

/** The cluster that plans are carried out on. */
export interface LockedCluster extends Pick<ClusterRun, 'tools'> {
  readonly home: Home
  readonly clock: Clock
  readonly redaction: Redaction
  /** Version of this program. */
  readonly version: string
}

/** One plan, and how it is carried out. */
export interface Round {
  /** The cluster as the look resolved it that the plan was made from. */
  readonly desired: Desired
  readonly plan: Plan
  /** Workers that may be changed at once. */
  readonly maxParallel?: number | undefined
  /** Hears of everything, before it is written down. */
  readonly hear: (event: RunEvent) => void
  /** Begin nothing more, and let what runs come to its end. */
  readonly stop: AbortSignal
  /** End at once. */
  readonly abort: AbortSignal
}

/** A run that holds the lock of its cluster. */
export interface LockedRun {
  /** Carries a plan out, with every step in the journal. */
  readonly execute: (round: Round) => Promise<Execution>
  /** Writes down how the run ended. */
  readonly end: (outcome: string) => Promise<void>
}

/** Works on a cluster under its lock and with its journal open; both are given back however the work ends. */
export async function underLock<T>(
  { home, clock, redaction, version, tools }: LockedCluster,
  { command, breakLock = false }: { readonly command: string; readonly breakLock?: boolean },
  work: (run: LockedRun) => Promise<T>,
): Promise<T> {
  await prepareHome(home)
  const lock = await takeLock(home.lock, command, { breakLock })
  try {
    // Others may be writing their lock down at this moment; everything else of the home is written under it.
    await clearCutOffWrites(home.folder, (name) => !name.startsWith(path.basename(home.lock)))
    return await withJournal(home, async (journal) => {
      const write = journalOf(journal, {
        run: randomUUID(),
        command,
        talmox: version,
        now: clock.now,
        mask: redaction.mask,
      })
      return await work({
        async execute({ desired, plan, maxParallel, hear, stop, abort }) {
          await write.begin(plan)
          const perform = performWith(tools(desired))
          return await execute(plan.actions, {
            clock,
            limits: maxParallel === undefined ? LIMITS : { ...LIMITS, workers: maxParallel },
            perform: async (action, tell) => {
              await lock.requireHeld()
              return await perform(action, tell)
            },
            report: async (event) => {
              hear(event)
              await write.event(event)
            },
            stop,
            abort,
          })
        },
        end: write.end,
      })
    })
  } finally {
    await lock.release()
  }
}

async function withJournal<T>({ journal: file }: Home, work: (journal: Journal) => Promise<T>): Promise<T> {
  const journal = await openJournal(file)
  try {
    return await work(journal)
  } finally {
    await journal.close()
  }
}
