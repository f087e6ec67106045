import { explain } from '../../plan/explain.ts'
import { titleOf } from '../../plan/titles.ts'
import type { Outcome } from '../../run/converge.ts'
import { visibleLines } from '../../spec/visible-text.ts'
import { UserError } from '../../user-error.ts'
import { count } from '../count.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { paintPlan } from './paint-plan.ts'
import type { Work } from './with-cluster.ts'

/** Says how a run ended where that is not plain, and with what the program ends. */
export function explainOutcome(outcome: Outcome, { session: { out, err }, redaction }: Work): ExitCode {
  switch (outcome.kind) {
    case 'done':
      return exitCodes.ok
    case 'nothing-to-do':
      out.print(explain(outcome.plan, paintPlan(out.paint), out.columns))
      return exitCodes.ok
    case 'declined':
      out.print('nothing was done\n')
      return exitCodes.failed
    case 'declined-more':
      out.print('nothing more was done; what was approved before is\n')
      return exitCodes.failed
    case 'stopped':
      err.print('stopped: run again to go on\n')
      return exitCodes.interrupted
    case 'refused':
      err.print(explain(outcome.plan, paintPlan(err.paint), err.columns))
      return exitCodes.preflight
    case 'stuck':
      err.print(explain(outcome.plan, paintPlan(err.paint), err.columns))
      err.print('this was done several times and is still to be done: something undoes it, or does not answer\n')
      return exitCodes.failed
    case 'failed': {
      const { failed, dropped } = outcome.execution
      const shown = (text: string) => visibleLines(redaction.mask(text))
      for (const { action, error } of failed) {
        if (!(error instanceof UserError)) throw error
        err.print(`${err.paint(['bold', 'red'], 'error:')} could not ${titleOf(action)}: ${shown(error.message)}\n`)
        if (error.hint !== undefined) err.print(`  ${err.paint('dim', `hint: ${shown(error.hint)}`)}\n`)
      }
      if (dropped.length > 0) err.print(`${count(dropped.length, 'action')} not begun; run again to go on\n`)
      return exitCodes.failed
    }
  }
}
