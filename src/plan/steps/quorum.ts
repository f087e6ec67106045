import type { Action } from '../action.ts'
import type { MachineSituation, Situation } from '../situation.ts'
import { isComing, join } from './etcd.ts'
import { wakeUp } from './first-config.ts'

/** Control planes with data of etcd that may come back by being switched on, or by waiting for them. */
export function returning({ controlPlanes }: Situation): readonly MachineSituation[] {
  return controlPlanes.filter(
    (one) => one.member !== undefined && (one.progress === 'stopped' || one.progress === 'booting' || isComing(one)),
  )
}

/** While etcd has no quorum the one thing that cannot hurt is to bring its members back. */
export function planQuorum(situation: Situation): readonly Action[] {
  return returning(situation).flatMap((one) => (isComing(one) ? [join(situation, one)] : wakeUp(one)))
}
