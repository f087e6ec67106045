import type { Plan } from '../../plan/plan-type.ts'
import type { RunEvent } from '../../run/events.ts'

/** Shows a run while it goes on; several plans may be carried out, one after the other. */
export interface Reporter {
  readonly begin: (plan: Plan) => void
  readonly event: (event: RunEvent) => void
  /** Gives the screen back, as for a question; the next plan takes it again. */
  readonly pause: () => void
  /** Nothing more is begun. */
  readonly stopping: () => void
  /** The run has ended, however it did. */
  readonly close: (outcome: string | undefined) => void
}
