import type { Live } from '../../live/live.ts'
import type { Look } from '../../live/observe.ts'
import type { Plan } from '../../plan/plan-type.ts'
import type { Desired } from '../../resolve/desired.ts'
import { converge, type Outcome } from '../../run/converge.ts'
import { type LockedCluster, type LockedRun, underLock } from '../../run/locked-run.ts'
import { outwaiter } from '../../run/outwait.ts'
import { type Approval, approve, approveMore } from './approve.ts'
import { chooseReporter, type ShowOptions } from './choose-reporter.ts'
import { observeAndPlan } from './observe-and-plan.ts'
import type { Reporter } from './reporter.ts'
import { listenForStop } from './stopping.ts'
import type { Work } from './with-cluster.ts'

type Planner = (desired: Desired, live: Live) => Plan

/** How plans are carried out. */
export interface CarryOutOptions extends ShowOptions, Approval {
  readonly command: string
  readonly breakLock: boolean
  /** Workers that may be changed at once. */
  readonly maxParallel?: number
  /** What has to be looked at besides. */
  readonly look?: Look
  /** What the first look looks at besides: what a person should know before they are asked. */
  readonly firstLook?: Look
  /** Nothing is made, so that it does not matter whether the machines of the file would fit. */
  readonly needsNoRoom?: boolean
}

/** Plans and acts until nothing is left, under the lock of the cluster; nothing comes back where file and world do not fit. */
export async function carryOut(work: Work, planner: Planner, options: CarryOutOptions): Promise<Outcome | undefined> {
  return await underLock(clusterOf(work), options, async (run) => {
    const show = chooseReporter(work, options)
    let ended: string | undefined
    try {
      const outcome = await rounds(work, planner, options, { run, show })
      ended = outcome?.kind ?? 'misfit'
      await run.end(ended)
      return outcome
    } finally {
      show.close(ended)
    }
  })
}

const clusterOf = ({ home, session, redaction, run }: Work): LockedCluster => ({
  home,
  clock: session.world.clock,
  redaction,
  version: session.io.version,
  tools: run.tools,
})

async function rounds(
  work: Work,
  planner: Planner,
  options: CarryOutOptions,
  { run, show }: { readonly run: LockedRun; readonly show: Reporter },
): Promise<Outcome | undefined> {
  const { session } = work
  const { stop, abort } = listenForStop(session)
  stop.addEventListener('abort', show.stopping)
  const misfit = new Error('the file and the world do not fit together')
  let { desired } = work
  let first = options.firstLook
  return await converge({
    look: async () => {
      const planned = await observeAndPlan(work, planner, { ...options, look: { ...options.look, ...first } })
      first = undefined
      if (planned === undefined) throw misfit
      desired = planned.desired
      return planned
    },
    approve: (plan) => approve(plan, options, session),
    approveMore: (plan, unseen) => {
      show.pause()
      return approveMore(plan, unseen, options, session)
    },
    execute: (plan) => {
      show.begin(plan)
      const { maxParallel } = options
      return run.execute({ desired, plan, maxParallel, hear: show.event, stop, abort })
    },
    outwait: outwaiter({
      clock: session.world.clock,
      stop,
      tell(message) {
        show.pause()
        session.err.print(`waiting: ${message}\n`)
      },
    }),
    stop,
  }).catch((error: unknown) => {
    if (error === misfit) return undefined
    throw error
  })
}
