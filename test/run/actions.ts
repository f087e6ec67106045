import type { Action } from '../../src/plan/action.ts'
import { makeAction } from '../../src/plan/make-action.ts'

/** An action for tests of what carries actions out: `needs` are names of other such actions. */
export function step(name: string, needs: readonly string[] = [], limits: readonly string[] = []): Action {
  return makeAction(
    'vm.start',
    name,
    { machine: name },
    {
      effect: 'update',
      reason: 'a test wants it',
      needs: needs.map((need) => `vm.start/${need}`),
      limits,
    },
  )
}
