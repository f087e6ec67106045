import type { Live } from '../live/live.ts'
import type { Plan } from '../plan/plan-type.ts'
import type { Execution } from './execute.ts'

/** How a cluster is brought to what its file says. */
export interface Convergence {
  readonly observe: () => Promise<Live>
  readonly plan: (live: Live) => Plan
  /** Asked once, before anything is done. */
  readonly approve: (plan: Plan) => Promise<boolean>
  readonly execute: (plan: Plan) => Promise<Execution>
  /** Begin nothing more. */
  readonly stop: AbortSignal
}

/** How it ended, with the last look at the world. */
export type Outcome =
  | { readonly kind: 'nothing-to-do' | 'done' | 'declined' | 'stopped'; readonly plan: Plan; readonly live: Live }
  | { readonly kind: 'refused'; readonly plan: Plan; readonly live: Live }
  | { readonly kind: 'failed'; readonly plan: Plan; readonly live: Live; readonly execution: Execution }
  /** What is left was planned before and did not go away by being done. */
  | { readonly kind: 'stuck'; readonly plan: Plan; readonly live: Live }

/** A plan that still names the same actions after this many rounds will name them for ever. */
const FRUITLESS_ROUNDS = 3

/** Looks, plans and acts until nothing is left to do, or nothing more comes of it. */
export async function converge({ observe, plan, approve, execute, stop }: Convergence): Promise<Outcome> {
  let fruitless = 0
  let before: string | undefined
  for (let round = 0; ; round++) {
    const live = await observe()
    const next = plan(live)
    if (next.findings.some(({ level }) => level === 'refused')) return { kind: 'refused', plan: next, live }
    if (next.actions.length === 0) return { kind: round === 0 ? 'nothing-to-do' : 'done', plan: next, live }
    if (round === 0 && !(await approve(next))) return { kind: 'declined', plan: next, live }
    const ids = next.actions.map(({ id }) => id).join('\n')
    fruitless = ids === before ? fruitless + 1 : 0
    before = ids
    if (fruitless >= FRUITLESS_ROUNDS) return { kind: 'stuck', plan: next, live }
    const execution = await execute(next)
    if (stop.aborted) return { kind: 'stopped', plan: next, live }
    if (execution.failed.length > 0) return { kind: 'failed', plan: next, live, execution }
  }
}
