import type { Live } from '../../live/live.ts'
import type { Look } from '../../live/observe.ts'
import type { Plan } from '../../plan/plan-type.ts'
import type { Desired } from '../../resolve/desired.ts'
import { locateProblems } from '../../spec/locate.ts'
import { renderProblems } from '../../spec/render-problems.ts'
import type { Work } from './with-cluster.ts'

/** One look at the world and what follows from it. */
export interface Planned {
  readonly desired: Desired
  readonly live: Live
  readonly plan: Plan
}

/** Looks and plans; nothing comes back where the file and the world do not fit together, which is shown. */
export async function observeAndPlan(
  { run, source, session, desired: written }: Work,
  planner: (desired: Desired, live: Live) => Plan,
  { look, needsNoRoom = false }: { readonly look?: Look | undefined; readonly needsNoRoom?: boolean | undefined } = {},
): Promise<Planned | undefined> {
  const { desired: resolved, live, problems } = await run.observe(look)
  const desired = resolved ?? (needsNoRoom ? written : undefined)
  if (desired !== undefined) return { desired, live, plan: planner(desired, live) }
  const { err } = session
  const errors = problems.filter(({ severity }) => severity === 'error')
  err.print(renderProblems(locateProblems(source, errors), { color: err.color, columns: err.columns }))
  return undefined
}
