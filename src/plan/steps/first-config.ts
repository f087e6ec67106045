import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { type MachineSituation, mayHaveConfig, type Progress, type Situation } from '../situation.ts'

const BEFORE_START: readonly Progress[] = ['absent', 'unfinished', 'stopped']
const BEFORE_ANSWER: readonly Progress[] = [...BEFORE_START, 'booting']
const BEFORE_CONFIG: readonly Progress[] = [...BEFORE_ANSWER, 'maintenance']

/** From a virtual machine that is off to one that runs with the cluster's config. */
export function planFirstConfig(situation: Situation): readonly Action[] {
  return situation.machines.flatMap((one) => [
    ...wakeUp(one),
    ...(mayHaveConfig(situation, one) ? [] : giveConfig(situation, one)),
  ])
}

/** Switches a machine on and waits until it answers. */
export function wakeUp({ machine, progress, vm }: MachineSituation): readonly Action[] {
  const { name, vmid, host } = machine
  const data = { machine: name }
  const steps: Action[] = []
  if (BEFORE_START.includes(progress)) {
    const limits = [`host:${vm?.host ?? host}`, `vm:${vmid}`]
    const needs = [actionId('vm.create', name), actionId('vm.configure', name)]
    const isNew = progress !== 'stopped'
    const [effect, reason] = isNew ? (['create', 'it is new'] as const) : (['update', 'it is switched off'] as const)
    steps.push(makeAction('vm.start', name, data, { effect, reason, needs, limits }))
  }
  if (BEFORE_ANSWER.includes(progress)) {
    const reason = progress === 'booting' ? 'it runs and does not answer yet' : 'Talos has to boot'
    const needs = [actionId('vm.start', name)]
    steps.push(makeAction('talos.maintenance', name, data, { effect: 'wait', reason, needs }))
  }
  return steps
}

function giveConfig(situation: Situation, one: MachineSituation): readonly Action[] {
  const { machine, progress } = one
  const { name } = machine
  const steps: Action[] = []
  if (BEFORE_CONFIG.includes(progress)) steps.push(apply(situation, one))
  const isOnItsWay = isStarting(one) && !waitsForEtcd(situation, one)
  if (BEFORE_CONFIG.includes(progress) || isOnItsWay) {
    const reason = isOnItsWay ? 'it is still starting' : 'it starts its services with the config'
    const needs = [actionId('talos.apply', name)]
    steps.push(makeAction('talos.configured', name, { machine: name }, { effect: 'wait', reason, needs }))
  }
  return steps
}

function apply({ desired }: Situation, { machine, progress, member, kubernetes }: MachineSituation): Action {
  const { name } = machine
  const isAgain = progress === 'maintenance' && (member !== undefined || kubernetes !== undefined)
  return makeAction(
    'talos.apply',
    name,
    { machine: name },
    {
      effect: 'create',
      reason: isAgain ? 'it has lost its disk and waits for a config again' : 'it has no config yet',
      needs: [
        actionId('secrets.create', desired.name),
        actionId('talos.maintenance', name),
        actionId('etcd.remove', name),
      ],
    },
  )
}

/** A control plane cannot come further than this until etcd begins, which is not planned while nobody knows of it. */
const waitsForEtcd = ({ etcd }: Situation, { machine, node }: MachineSituation): boolean =>
  machine.role === 'controlplane' && node.kind === 'configured' && node.stage === 'booting' && etcd === 'unknown'

/** Whether a machine has its config and is on the way up. */
export const isStarting = ({ node }: MachineSituation): boolean =>
  node.kind === 'configured' && ['booting', 'installing', 'rebooting'].includes(node.stage)
