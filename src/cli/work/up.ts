import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Live } from '../../live/live.ts'
import { actionId } from '../../plan/make-action.ts'
import { plan } from '../../plan/plan.ts'
import type { Plan } from '../../plan/plan-type.ts'
import { fingerprintOf } from '../../plan/saved/fingerprint.ts'
import { type Promised, readPlan, requireFresh } from '../../plan/saved/saved-plan.ts'
import type { Desired } from '../../resolve/desired.ts'
import type { Outcome } from '../../run/converge.ts'
import { readFailure } from '../../spec/files.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { carryOut } from './carry-out.ts'
import { forPeople, type ShowOptions } from './choose-reporter.ts'
import { explainOutcome } from './explain-outcome.ts'
import { namesIn } from './names-in.ts'
import { nextSteps } from './next-steps.ts'
import { summary } from './summary.ts'
import { type Work, type WorkOptions, withCluster } from './with-cluster.ts'

/** How to bring a cluster up. */
export interface UpOptions extends WorkOptions, ShowOptions {
  readonly yes: boolean
  readonly breakLock: boolean
  readonly maxParallel: string | undefined
  /** A file with a plan that was looked at before. */
  readonly plan: string | undefined
  readonly removeMember: string | undefined
}

/** Makes the world what the file says. */
export async function bringUp(options: UpOptions, session: Session): Promise<ExitCode> {
  return await withCluster(options, forPeople(session, options), async (work) => {
    const { maxParallel, plan: file, removeMember, ...rest } = options
    // Finding keys takes seconds of other threads, which the first look at the world takes as well.
    await work.run.prepareSecrets()
    const planner = await plannerFor(file, namesIn(removeMember), work)
    const promised = file !== undefined
    // Where nobody is asked, whoever meets an obstacle says so.
    const firstLook = promised || rest.yes ? {} : { obstacles: true }
    const how = { promised, firstLook, command: 'up', ...workersAtOnce(maxParallel, work) }
    const outcome = await carryOut(work, planner, { ...rest, ...how })
    if (outcome === undefined) return exitCodes.preflight
    return await conclude(outcome, work, options)
  })
}

type Planner = (desired: Desired, live: Live) => Plan

async function plannerFor(file: string | undefined, removeMembers: readonly string[], work: Work): Promise<Planner> {
  if (file === undefined) return (desired, live) => plan(desired, live, { removeMembers })
  return asPromised(await readPlanFile(file, work), work)
}

/** The planner, whose first plan has to be the one that was looked at, with the members of etcd that are removed in it. */
function asPromised(promised: Promised, { loaded }: Work): Planner {
  const removed = actionId('etcd.remove', '')
  const removeMembers = promised.actions.flatMap((id) => (id.startsWith(removed) ? [id.slice(removed.length)] : []))
  let isFirst = true
  return (desired, live) => {
    const made = plan(desired, live, { removeMembers })
    if (isFirst) requireFresh(promised, made, fingerprintOf(loaded, live))
    isFirst = false
    return made
  }
}

async function readPlanFile(file: string, { session }: Work): Promise<Promised> {
  const text = await readFile(path.resolve(session.io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new UserError('plan-unreadable', `the plan ${file}: ${readFailure(error)}`, {
      hint: 'write one with talmox plan --out FILE; a cluster file is named with -f',
      cause: error,
    })
  })
  return readPlan(text, file)
}

async function conclude(outcome: Outcome, work: Work, options: WorkOptions): Promise<ExitCode> {
  const { out } = work.session
  if (outcome.kind === 'done') out.print(await summary(work, outcome.live, options))
  const code = explainOutcome(outcome, work)
  if (outcome.kind === 'nothing-to-do') out.print(`\n${nextSteps(options, work).join('\n')}\n`)
  return code
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
