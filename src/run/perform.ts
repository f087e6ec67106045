import { handlers } from '../actions/all.ts'
import type { Handler } from '../actions/handler.ts'
import type { Tools } from '../actions/tools.ts'
import type { Action, ActionKind, ActionOf } from '../plan/action.ts'
import { titleOf } from '../plan/titles.ts'
import { UserError } from '../user-error.ts'
import type { Perform, Tell } from './execute.ts'

/** Carries an action out with the tools of a run, unless it is done already; it may take as long as its kind says. */
export function performWith(tools: Tools): Perform {
  return (action, tell) => dispatch(action, tools, tell)
}

function dispatch<K extends ActionKind>(action: ActionOf<K>, tools: Tools, tell: Tell): Promise<'done' | 'skipped'> {
  const handler: Handler<K> = handlers[action.kind]
  return carryOut(handler, action, tools, tell)
}

async function carryOut<K extends ActionKind>(
  handler: Handler<K>,
  action: ActionOf<K>,
  tools: Tools,
  tell: Tell,
): Promise<'done' | 'skipped'> {
  // A wait has nothing to leave out: what it waits for has come true, maybe while it looked.
  if (await handler.done(action.data, tools)) return action.effect === 'wait' ? 'done' : 'skipped'
  const late = new AbortController()
  let waiting = ''
  const progress = (text: string) => {
    waiting = text
    tell.progress(text)
  }
  const cancel = tools.clock.after(handler.minutes * 60_000, () =>
    late.abort(tooLong(action, handler.minutes, waiting)),
  )
  try {
    await handler.run(action.data, tools, { progress, signal: AbortSignal.any([tell.signal, late.signal]) })
    return 'done'
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error
  } finally {
    cancel()
  }
}

function tooLong(action: Action | ActionOf<ActionKind>, minutes: number, waiting: string): UserError {
  const last = waiting === '' ? '' : `; the last thing was: ${waiting}`
  return new UserError('too-long', `${minutes} minutes were not enough to ${titleOf(action)}${last}`, {
    hint: 'look at the machine, then run again: what is done stays done',
  })
}
