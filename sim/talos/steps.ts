import { bootFirmware } from './boot/firmware.ts'
import { bootKernel } from './boot/kernel.ts'
import { loadConfigAgain } from './boot/load-config.ts'
import { configArrived } from './config/apply.ts'
import { endTrial } from './config/trial.ts'
import { electLeader, leaseEnds, promoteLearner } from './etcd/service.ts'
import { kubernetesProgress } from './kubernetes/progress.ts'
import { networkUp } from './network/up.ts'
import type { Node } from './node.ts'
import { afterSequence } from './sequence/after.ts'
import { taskDone } from './sequence/run.ts'
import { reportWaiting, serviceChecked, servicePrepared, serviceStarted } from './services/run.ts'

/** Something that happens to a machine at a certain time. */
export type Step = (node: Node, detail: string) => void

/** Everything that can happen by time alone; names are part of saved worlds. */
export type StepName =
  | 'firmware'
  | 'kernel'
  | 'network'
  | 'load-config'
  | 'task-done'
  | 'sequence-done'
  | 'service-waits'
  | 'service-prepared'
  | 'service-started'
  | 'service-checked'
  | 'etcd-promote'
  | 'etcd-elect'
  | 'etcd-lease'
  | 'config-arrived'
  | 'trial-ends'
  | 'kubernetes'

/** What each step does. */
export const STEPS: Readonly<Record<StepName, Step>> = {
  firmware: bootFirmware,
  kernel: bootKernel,
  network: networkUp,
  'load-config': loadConfigAgain,
  'task-done': taskDone,
  'sequence-done': afterSequence,
  'service-waits': reportWaiting,
  'service-prepared': servicePrepared,
  'service-started': serviceStarted,
  'service-checked': serviceChecked,
  'etcd-promote': promoteLearner,
  'etcd-elect': electLeader,
  'etcd-lease': leaseEnds,
  'config-arrived': configArrived,
  'trial-ends': endTrial,
  kubernetes: kubernetesProgress,
}
