import { UserError } from '../../user-error.ts'
import { few } from '../few.ts'
import type { Plan } from '../plan-type.ts'
import { changedBetween, type Fingerprint } from './fingerprint.ts'

const FORMAT = 'talmox-plan/1'

/** A plan in a file: what was shown, and what it was made from. */
export interface SavedPlan {
  readonly format: typeof FORMAT
  readonly fingerprint: Fingerprint
  readonly plan: Plan
}

/** Binds a plan to what it was made from. */
export const savePlan = (plan: Plan, fingerprint: Fingerprint): SavedPlan => ({ format: FORMAT, fingerprint, plan })

/** What of a saved plan is needed to know whether it still holds: what is carried out is always planned anew. */
export interface Promised {
  readonly cluster: string
  readonly fingerprint: Fingerprint
  /** Ids of the actions that were shown and change something; what is only waited for comes and goes by itself. */
  readonly actions: readonly string[]
}

/** Reads a saved plan; `file` is for the message when it is none. */
export function readPlan(text: string, file: string): Promised {
  const value = parsed(text)
  const plan = isMap(value) ? value.plan : undefined
  const fingerprint = isMap(value) ? value.fingerprint : undefined
  if (!isMap(value) || value.format !== FORMAT || !isMap(plan) || !isTexts(fingerprint)) throw noPlan(file)
  const { cluster, actions } = plan
  if (typeof cluster !== 'string' || !Array.isArray(actions)) throw noPlan(file)
  const ids = actions.flatMap((action: unknown) => {
    if (!isMap(action) || typeof action.id !== 'string') return ['']
    return action.effect === 'wait' ? [] : [action.id]
  })
  return { cluster, fingerprint, actions: ids }
}

/** Refuses a plan that was made from something else than what is there now, and says what changed. */
export function requireFresh(promised: Promised, plan: Plan, now: Fingerprint): void {
  if (promised.cluster !== plan.cluster) {
    throw new UserError('plan-stale', `the plan is for ${promised.cluster}, and the file describes ${plan.cluster}`)
  }
  const changed = changedBetween(promised.fingerprint, now)
  const actions = plan.actions.filter(({ effect }) => effect !== 'wait').map(({ id }) => id)
  if (changed.length === 0 && actions.join('\n') === promised.actions.join('\n')) return
  const what = changed.length === 0 ? 'this version of talmox plans something else' : `changed since: ${few(changed)}`
  throw new UserError('plan-stale', `the plan no longer holds; ${what}`, {
    hint: 'look at a new one: talmox plan --out FILE',
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isMap(value) && Object.values(value).every((one) => typeof one === 'string')

const noPlan = (file: string): UserError =>
  new UserError('plan-unreadable', `${file} is no plan that this version of talmox has written`, {
    hint: 'write one with talmox plan --out FILE; a cluster file is named with -f',
  })
