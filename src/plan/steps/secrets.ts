import type { Action } from '../action.ts'
import { makeAction } from '../make-action.ts'
import type { Situation } from '../situation.ts'

/** The secrets of a cluster that has none yet; one that exists without them is refused by a guard. */
export function planSecrets({ desired, live }: Situation): readonly Action[] {
  if (live.home.secrets === 'present') return []
  const reason = 'the cluster has no secrets yet'
  return [makeAction('secrets.create', desired.name, {}, { effect: 'create', reason })]
}
