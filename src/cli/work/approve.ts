import type { Action } from '../../plan/action.ts'
import { explain } from '../../plan/explain.ts'
import type { Plan } from '../../plan/plan-type.ts'
import { visible } from '../../spec/visible-text.ts'
import { ask, isYes } from '../ask.ts'
import type { Session } from '../command.ts'
import { paintPlan } from './paint-plan.ts'

/** What was agreed to before anything is shown. */
export interface Approval {
  /** Everything that the file leads to, also what only a later look finds. */
  readonly yes: boolean
  /** The first plan, since it was looked at in a file; not what comes after it. */
  readonly promised?: boolean
  /** What a person has to type; `yes` by default. */
  readonly word?: string
}

/** Shows a plan and asks whether to go on; where nobody can be asked, a flag has to have said so. */
export async function approve(plan: Plan, { yes, promised, word }: Approval, session: Session): Promise<boolean> {
  const { out } = session
  out.print(explain(plan, paintPlan(out.paint), out.columns))
  return yes || promised === true || (await agrees(session, plan.actions, word, 'nobody can be asked whether to go on'))
}

/** Shows what a later plan would interrupt or destroy that was not in those before, and asks again. */
export async function approveMore(
  plan: Plan,
  unseen: readonly Action[],
  { yes, word }: Approval,
  session: Session,
): Promise<boolean> {
  const { out } = session
  out.print('\nOnly now it turned out that this has to be done too:\n')
  out.print(explain({ ...plan, actions: unseen, later: [] }, paintPlan(out.paint), out.columns))
  return (
    yes || (await agrees(session, unseen, word, 'this was not in the plan, and nobody can be asked whether to go on'))
  )
}

async function agrees(
  { io }: Session,
  actions: readonly Action[],
  word: string | undefined,
  alone: string,
): Promise<boolean> {
  if (word !== undefined) return (await ask(io, `Type ${word} to go on: `, alone)) === word
  const members = actions.flatMap(({ kind, target }) => (kind === 'etcd.remove' ? [visible(target)] : []))
  // A member that was removed cannot come back, whatever its disk still has.
  const more = members.length === 0 ? '' : `, and remove ${members.join(' and ')} from etcd for good`
  return isYes(await ask(io, `Go on${more}? [y/N] `, alone))
}
