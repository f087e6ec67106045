import type { Action } from './action.ts'
import type { Finding } from './plan-type.ts'
import type { Situation } from './situation.ts'

/** Something that can keep a plan from being made or carried out. */
export interface Guard {
  readonly code: string
  readonly level: Finding['level']
  /** One line for the docs. */
  readonly summary: string
  /** The actions are those that would be done if nothing stood against it. */
  readonly check: (situation: Situation, actions: readonly Action[]) => readonly Omit<Finding, 'code' | 'level'>[]
}
