import type { Condition } from './condition.ts'
import { ETCD_CONDITIONS } from './etcd-conditions.ts'
import { KUBERNETES_CONDITIONS } from './kubernetes-conditions.ts'
import { MACHINE_CONDITIONS } from './machine-conditions.ts'

/** All that holds for a healthy cluster, in the order in which it comes true. */
export const CONDITIONS: readonly Condition[] = [...ETCD_CONDITIONS, ...MACHINE_CONDITIONS, ...KUBERNETES_CONDITIONS]
