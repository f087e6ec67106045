import { randomUUID } from 'node:crypto'
import { LIMITS } from '../plan/limits.ts'
import type { Plan } from '../plan/plan-type.ts'
import type { Desired } from '../resolve/desired.ts'
import { eventQueue } from './event-queue.ts'
import type { RunEvent } from './events.ts'
import { type Execution, execute as executeActions } from './execute.ts'
import { prepareHome } from './home/home.ts'
import { openJournal } from './journal.ts'
import { journalOf } from './journal-events.ts'
import { takeLock } from './lock.ts'
import type { Observation } from './observe.ts'
import type { OpenCluster } from './open-cluster.ts'
import { performWith } from './perform.ts'

/** What is carried out, and how it can be ended. */
export interface ExecuteOptions {
  /** The cluster as the observation resolved it. */
  readonly desired: Desired
  readonly plan: Plan
  /** Begin nothing more, and let what runs come to its end. */
  readonly stop?: AbortSignal
  /** End at once. */
  readonly abort?: AbortSignal
}

/** A plan that is being carried out: its events as they happen, and how it ended. */
export interface Carried extends AsyncIterable<RunEvent> {
  readonly result: Promise<Execution>
}

/** Looks at everything that matters to a cluster, and resolves its file against what was found. */
export const observe = (cluster: OpenCluster): Promise<Observation> => cluster.observe()

/** Carries a plan out under the lock of the cluster, with every step in its journal; it goes on whoever listens. */
export function execute(cluster: OpenCluster, options: ExecuteOptions): Carried {
  const events = eventQueue<RunEvent>()
  const result = carryOut(cluster, options, events.push)
  result.then(
    () => events.end(),
    (error: unknown) => events.end(error),
  )
  return { result, [Symbol.asyncIterator]: () => events[Symbol.asyncIterator]() }
}

async function carryOut(
  cluster: OpenCluster,
  { desired, plan, stop, abort }: ExecuteOptions,
  tell: (event: RunEvent) => void,
): Promise<Execution> {
  const { home, clock, redaction, version } = cluster
  const never = new AbortController().signal
  await prepareHome(home)
  const lock = await takeLock(home.lock, 'library')
  const journal = await openJournal(home.journal)
  try {
    const identity = { run: randomUUID(), command: 'library', talmox: version, now: clock.now, mask: redaction.mask }
    const write = journalOf(journal, identity)
    await write.begin(plan)
    const execution = await executeActions(plan.actions, {
      clock,
      limits: LIMITS,
      perform: performWith(cluster.tools(desired)),
      report: async (event) => {
        tell(event)
        await write.event(event)
      },
      stop: stop ?? never,
      abort: abort ?? never,
    })
    await write.end(execution.failed.length > 0 ? 'failed' : execution.dropped.length > 0 ? 'stopped' : 'done')
    return execution
  } finally {
    await journal.close()
    await lock.release()
  }
}
