import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { Situation } from '../situation.ts'
import { willRestart } from './hardware.ts'

/** Nodes that a run emptied before it was cut off; what a person cordoned is theirs. */
export function planUncordon(situation: Situation): readonly Action[] {
  return situation.machines.flatMap((one) => {
    const { machine, kubernetes, progress } = one
    if (!kubernetes?.cordonedByTalmox || progress !== 'configured' || willRestart(situation, one)) return []
    const { name } = machine
    const reason = 'a run that was cut off left it cordoned'
    const needs = (['talos.configured', 'talos.config', 'kubernetes.ready'] as const).map((kind) =>
      actionId(kind, name),
    )
    return [makeAction('node.uncordon', name, { machine: name }, { effect: 'update', reason, needs })]
  })
}
