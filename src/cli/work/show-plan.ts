import { explain } from '../../plan/explain.ts'
import { plan } from '../../plan/plan.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { jsonText } from '../json-text.ts'
import { observeAndPlan } from './observe-and-plan.ts'
import { paintPlan } from './paint-plan.ts'
import { type WorkOptions, withCluster } from './with-cluster.ts'

/** What to show of a plan. */
export interface PlanOptions extends WorkOptions {
  readonly json: boolean
  readonly detailedExitcode: boolean
}

/** Shows what would be done, and does nothing. */
export async function showPlan(options: PlanOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, session, async (work) => {
    const planned = await observeAndPlan(work, plan)
    if (planned === undefined) return exitCodes.preflight
    const { out } = work.session
    out.print(options.json ? jsonText(planned.plan) : explain(planned.plan, paintPlan(out.paint)))
    if (planned.plan.findings.some(({ level }) => level === 'refused')) return exitCodes.preflight
    return options.detailedExitcode && planned.plan.actions.length > 0 ? exitCodes.changes : exitCodes.ok
  })
}
