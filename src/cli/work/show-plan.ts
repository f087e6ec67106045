import path from 'node:path'
import { writePrivate } from '../../files/write-private.ts'
import { explain } from '../../plan/explain.ts'
import { graphs } from '../../plan/graph/graphs.ts'
import { plan } from '../../plan/plan.ts'
import type { Plan } from '../../plan/plan-type.ts'
import { fingerprintOf } from '../../plan/saved/fingerprint.ts'
import { savePlan } from '../../plan/saved/saved-plan.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonText } from '../json-text.ts'
import type { Printer } from '../printer.ts'
import { namesIn } from './names-in.ts'
import { observeAndPlan, type Planned } from './observe-and-plan.ts'
import { paintPlan } from './paint-plan.ts'
import { type Work, type WorkOptions, withCluster } from './with-cluster.ts'

/** What to show of a plan. */
export interface PlanOptions extends WorkOptions {
  readonly json: boolean
  readonly out: string | undefined
  readonly graph: keyof typeof graphs | undefined
  readonly detailedExitcode: boolean
  readonly removeMember: string | undefined
}

/** Shows what would be done, and does nothing. */
export async function showPlan(options: PlanOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, session, async (work) => {
    const removeMembers = namesIn(options.removeMember)
    const planned = await observeAndPlan(work, (desired, live) => plan(desired, live, { removeMembers }), {
      look: { obstacles: true },
    })
    if (planned === undefined) return exitCodes.preflight
    const { out } = work.session
    if (options.out !== undefined) await writePlan(options.out, planned, work)
    out.print(shown(planned.plan, options, out))
    if (planned.plan.findings.some(({ level }) => level === 'refused')) return exitCodes.preflight
    return options.detailedExitcode && planned.plan.actions.length > 0 ? exitCodes.changes : exitCodes.ok
  })
}

function shown(plan: Plan, { json, graph }: PlanOptions, { paint, columns }: Printer): string {
  if (graph !== undefined) return graphs[graph](plan)
  return json ? jsonText(plan) : explain(plan, paintPlan(paint), columns)
}

/** A plan that is refused is not kept: there is nothing to carry out. */
async function writePlan(file: string, { plan: made, live }: Planned, { loaded, session }: Work): Promise<void> {
  if (made.findings.some(({ level }) => level === 'refused')) return
  const saved = savePlan(made, fingerprintOf(loaded, live))
  await writePrivate(path.resolve(session.io.cwd, file), jsonText(saved))
}
