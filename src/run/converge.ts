import { isOvertaken } from '../actions/overtaken.ts'
import type { Live } from '../live/live.ts'
import type { Action } from '../plan/action.ts'
import { isDisruptive } from '../plan/disruptive.ts'
import type { Plan } from '../plan/plan-type.ts'
import type { Execution } from './execute.ts'

/** How a cluster is brought to what its file says. */
export interface Convergence {
  /** Looks at the world, and plans. */
  readonly look: () => Promise<{ readonly live: Live; readonly plan: Plan }>
  /** Asked before anything is done. */
  readonly approve: (plan: Plan) => Promise<boolean>
  /** Asked before a later plan interrupts or destroys what no plan before it named. */
  readonly approveMore: (plan: Plan, unseen: readonly Action[]) => Promise<boolean>
  readonly execute: (plan: Plan) => Promise<Execution>
  /** Lets a moment pass in which what is refused may be over by itself; false when it has had its time. */
  readonly outwait: (plan: Plan) => Promise<boolean>
  /** Begin nothing more. */
  readonly stop: AbortSignal
}

/** How it ended, with the last look at the world. */
export type Outcome =
  | { readonly kind: 'nothing-to-do' | 'done' | 'declined' | 'stopped'; readonly plan: Plan; readonly live: Live }
  /** What was approved is done, and what came after it is not. */
  | { readonly kind: 'declined-more'; readonly plan: Plan; readonly live: Live }
  | { readonly kind: 'refused'; readonly plan: Plan; readonly live: Live }
  | { readonly kind: 'failed'; readonly plan: Plan; readonly live: Live; readonly execution: Execution }
  /** What is left was planned before and did not go away by being done. */
  | { readonly kind: 'stuck'; readonly plan: Plan; readonly live: Live }

/** A plan whose very actions were carried out this often comes back for ever, be it with another one between. */
const FRUITLESS_ROUNDS = 3

/** Looks, plans and acts until nothing is left to do, or nothing more comes of it. */
export async function converge({ look, approve, approveMore, execute, outwait, stop }: Convergence): Promise<Outcome> {
  const approved = new Set<string>()
  const carriedOut = new Map<string, number>()
  for (let round = 0; ; ) {
    const { live, plan } = await look()
    const ends = (kind: 'nothing-to-do' | 'done' | 'declined' | 'declined-more' | 'stopped' | 'refused' | 'stuck') => ({
      kind,
      plan,
      live,
    })
    if (stop.aborted) return ends('stopped')
    if (plan.findings.some(({ level }) => level === 'refused')) {
      if (await outwait(plan)) continue
      return ends(stop.aborted ? 'stopped' : 'refused')
    }
    if (plan.actions.length === 0) return ends(round === 0 ? 'nothing-to-do' : 'done')
    const unseen = plan.actions.filter((action) => isDisruptive(action) && !approved.has(action.id))
    if (round === 0 && !(await approve(plan))) return ends('declined')
    if (round > 0 && unseen.length > 0 && !(await approveMore(plan, unseen))) return ends('declined-more')
    for (const { id } of plan.actions) approved.add(id)
    const ids = plan.actions.map(({ id }) => id).join('\n')
    const times = carriedOut.get(ids) ?? 0
    if (times >= FRUITLESS_ROUNDS) return ends('stuck')
    carriedOut.set(ids, times + 1)
    const execution = await execute(plan)
    if (stop.aborted) return ends('stopped')
    if (!execution.failed.every(({ error }) => isOvertaken(error))) return { kind: 'failed', plan, live, execution }
    round++
  }
}
