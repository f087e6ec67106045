import type { Plan } from '../plan/plan-type.ts'
import type { Desired } from '../resolve/desired.ts'
import { eventQueue } from './event-queue.ts'
import type { RunEvent } from './events.ts'
import type { Execution } from './execute.ts'
import { underLock } from './locked-run.ts'
import type { Observation } from './observe.ts'
import type { OpenCluster } from './open-cluster.ts'

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

function carryOut(
  cluster: OpenCluster,
  { desired, plan, stop = never(), abort = never() }: ExecuteOptions,
  hear: (event: RunEvent) => void,
): Promise<Execution> {
  return underLock(cluster, { command: 'library' }, async (run) => {
    const execution = await run.execute({ desired, plan, hear, stop, abort })
    await run.end(execution.failed.length > 0 ? 'failed' : execution.dropped.length > 0 ? 'stopped' : 'done')
    return execution
  })
}

const never = (): AbortSignal => new AbortController().signal
