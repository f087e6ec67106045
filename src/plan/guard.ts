import type { Finding } from './plan-type.ts'
import type { Situation } from './situation.ts'

/** Something that can keep a plan from being made or carried out. */
export interface Guard {
  readonly code: string
  readonly level: Finding['level']
  /** One line for the docs. */
  readonly summary: string
  readonly check: (situation: Situation) => readonly Omit<Finding, 'code' | 'level'>[]
}
