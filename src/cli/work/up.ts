import { plan } from '../../plan/plan.ts'
import type { Outcome } from '../../run/converge.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { carryOut } from './carry-out.ts'
import { forPeople, type ShowOptions } from './choose-reporter.ts'
import { explainOutcome } from './explain-outcome.ts'
import { summary } from './summary.ts'
import { type Work, type WorkOptions, withCluster } from './with-cluster.ts'

/** How to bring a cluster up. */
export interface UpOptions extends WorkOptions, ShowOptions {
  readonly yes: boolean
  readonly breakLock: boolean
  readonly maxParallel: string | undefined
}

/** Makes the world what the file says. */
export async function bringUp(options: UpOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, forPeople(session, options), async (work) => {
    const { maxParallel, ...rest } = options
    const outcome = await carryOut(work, plan, { ...rest, command: 'up', ...workersAtOnce(maxParallel, work) })
    if (outcome === undefined) return exitCodes.preflight
    return await conclude(outcome, work)
  })
}

async function conclude(outcome: Outcome, work: Work): Promise<ExitCode> {
  const { out } = work.session
  if (outcome.kind === 'done') out.print(await summary(work, outcome.live))
  return explainOutcome(outcome, work)
}

/** `3` machines, or `25%` of the workers. */
function workersAtOnce(written: string | undefined, { desired }: Work): { readonly maxParallel?: number } {
  if (written === undefined) return {}
  const [, number, percent] = /^([1-9]\d*)(%?)$/.exec(written) ?? []
  if (number === undefined) {
    throw new UserError('usage', `--max-parallel must be a number or a percentage, not ${JSON.stringify(written)}`)
  }
  const workers = desired.machines.filter(({ role }) => role === 'worker').length
  return { maxParallel: percent === '%' ? Math.max(1, Math.floor((workers * Number(number)) / 100)) : Number(number) }
}
