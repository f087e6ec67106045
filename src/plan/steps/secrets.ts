import type { Action } from '../action.ts'
import { makeAction } from '../make-action.ts'
import type { Situation } from '../situation.ts'

/**
 * The secrets of a cluster that has none yet; one that exists without them is refused by a guard. What is decided with them
 * is written after them, and a run may be cut off in between.
 */
export function planSecrets({ desired, live }: Situation): readonly Action[] {
  const hasSecrets = live.home.secrets === 'present'
  if (hasSecrets && live.home.contract !== undefined) return []
  const reason = hasSecrets ? 'what is decided with them is not written down yet' : 'the cluster has no secrets yet'
  return [makeAction('secrets.create', desired.name, {}, { effect: 'create', reason })]
}
