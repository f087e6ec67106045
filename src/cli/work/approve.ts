import { explain } from '../../plan/explain.ts'
import type { Plan } from '../../plan/plan-type.ts'
import { UserError } from '../../user-error.ts'
import type { Session } from '../command.ts'
import { paintPlan } from './paint-plan.ts'

/** Shows a plan and asks whether to go on; where nobody can be asked, a flag has to have said so. */
export async function approve(plan: Plan, yes: boolean, { io, out }: Session, word = 'yes'): Promise<boolean> {
  out.print(explain(plan, paintPlan(out.paint)))
  if (yes) return true
  if (io.ask === undefined) {
    throw new UserError('no-terminal', 'nobody can be asked whether to go on', {
      hint: 'add --yes to go on without asking',
    })
  }
  const question = word === 'yes' ? 'Go on? [y/N] ' : `Type ${word} to go on: `
  const answer = (await io.ask(question)).trim()
  return word === 'yes' ? /^y(?:es)?$/i.test(answer) : answer === word
}
