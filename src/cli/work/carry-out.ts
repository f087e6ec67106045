import { randomUUID } from 'node:crypto'
import type { Live } from '../../live/live.ts'
import type { Look } from '../../live/observe.ts'
import { LIMITS } from '../../plan/limits.ts'
import type { Plan } from '../../plan/plan-type.ts'
import type { Desired } from '../../resolve/desired.ts'
import { converge, type Outcome } from '../../run/converge.ts'
import { execute } from '../../run/execute.ts'
import { prepareHome } from '../../run/home/home.ts'
import { openJournal } from '../../run/journal.ts'
import { journalOf } from '../../run/journal-events.ts'
import { takeLock } from '../../run/lock.ts'
import { performWith } from '../../run/perform.ts'
import { approve } from './approve.ts'
import { chooseReporter, type ShowOptions } from './choose-reporter.ts'
import { observeAndPlan } from './observe-and-plan.ts'
import { listenForStop } from './stopping.ts'
import type { Work } from './with-cluster.ts'

/** How plans are carried out. */
export interface CarryOutOptions extends ShowOptions {
  readonly command: string
  readonly yes: boolean
  readonly breakLock: boolean
  /** What a person has to type; `yes` by default. */
  readonly word?: string
  /** Workers that may be changed at once. */
  readonly maxParallel?: number
  /** What has to be looked at besides. */
  readonly look?: Look
}

/** Plans and acts until nothing is left, under the lock of the cluster, with every step in its journal. */
export async function carryOut(
  work: Work,
  planner: (desired: Desired, live: Live) => Plan,
  options: CarryOutOptions,
): Promise<Outcome | undefined> {
  const { home, session, redaction, run } = work
  await prepareHome(home)
  const lock = await takeLock(home.lock, options.command, options)
  const journal = await openJournal(home.journal)
  const show = chooseReporter(work, options)
  let ended: string | undefined
  try {
    const { stop, abort } = listenForStop(session)
    stop.addEventListener('abort', show.stopping)
    const write = journalOf(journal, {
      run: randomUUID(),
      command: options.command,
      talmox: session.io.version,
      now: session.world.clock.now,
      mask: redaction.mask,
    })
    let desired = work.desired
    const misfit = new Error('the file and the world do not fit together')
    const outcome = await converge({
      observe: async () => {
        const planned = await observeAndPlan(work, planner, options.look)
        if (planned === undefined) throw misfit
        desired = planned.desired
        return planned.live
      },
      plan: (live) => planner(desired, live),
      approve: (plan) => approve(plan, options.yes, session, options.word),
      execute: async (plan) => {
        show.begin(plan)
        await write.begin(plan)
        return await execute(plan.actions, {
          clock: session.world.clock,
          limits: { ...LIMITS, ...(options.maxParallel === undefined ? {} : { workers: options.maxParallel }) },
          perform: performWith(run.tools(desired)),
          report: async (event) => {
            show.event(event)
            await write.event(event)
          },
          stop,
          abort,
        })
      },
      stop,
    }).catch((error: unknown) => {
      if (error === misfit) return undefined
      throw error
    })
    ended = outcome?.kind ?? 'misfit'
    await write.end(ended)
    return outcome
  } finally {
    show.close(ended)
    await journal.close()
    await lock.release()
  }
}
