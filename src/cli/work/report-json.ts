import { titleOf } from '../../plan/titles.ts'
import type { RunEvent } from '../../run/events.ts'
import { messageOf } from '../../run/progress.ts'
import { UserError } from '../../user-error.ts'
import type { Clock } from '../../world/clock.ts'
import { jsonLine } from '../json-text.ts'
import type { Reporter } from './reporter.ts'

/** What the events are written with. */
export interface JsonReportOptions {
  readonly print: (text: string) => void
  readonly mask: (text: string) => string
  readonly clock: Clock
}

/** Tells what happens as one JSON document per line, for programs. */
export function reportJson({ print, mask, clock }: JsonReportOptions): Reporter {
  const began = new Map<string, number>()
  const say = (type: string, at: number, rest: object) =>
    print(mask(jsonLine({ type, at: new Date(at).toISOString(), ...rest })))
  return {
    begin: ({ cluster, actions, findings, later }) =>
      say('plan', clock.now(), {
        cluster,
        actions: actions.map((action) => {
          const { id, effect, reason, needs } = action
          return { id, title: titleOf(action), effect, reason, needs }
        }),
        findings,
        later,
      }),
    event(event) {
      if (event.type === 'started') began.set(event.action.id, event.at)
      say(event.type, event.at, factsOf(event, began))
    },
    pause: () => undefined,
    stopping: () => say('stopping', clock.now(), {}),
    close: (outcome) => say('end', clock.now(), { outcome: outcome ?? 'error' }),
  }
}

function factsOf(event: RunEvent, began: ReadonlyMap<string, number>): object {
  switch (event.type) {
    case 'started': {
      const { id, target, effect } = event.action
      return { id, title: titleOf(event.action), target, effect }
    }
    case 'progress':
      return { id: event.id, text: event.text }
    case 'again':
      return { id: event.id, reason: event.reason }
    case 'ended':
      return { id: event.id, outcome: event.outcome, seconds: secondsOf(event, began) }
    case 'failed': {
      const { code, hint } = event.error instanceof UserError ? event.error : {}
      return { id: event.id, code, message: messageOf(event.error), hint, seconds: secondsOf(event, began) }
    }
    case 'dropped':
      return { id: event.id, because: event.because }
  }
}

const secondsOf = ({ id, at }: { readonly id: string; readonly at: number }, began: ReadonlyMap<string, number>) =>
  Math.round(at - (began.get(id) ?? at)) / 1000
