import type { Action, Offering } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { isOff, type MachineSituation, mayHaveConfig, type Situation } from '../situation.ts'
import { isStale, offeringTo } from './offers.ts'

const isBeforeAnswer = (one: MachineSituation): boolean => isOff(one) || one.progress === 'booting'
const isBeforeConfig = (one: MachineSituation): boolean => isBeforeAnswer(one) || one.progress === 'maintenance'

/** From a virtual machine that is off to one that runs with the cluster's config. */
export function planFirstConfig(situation: Situation): readonly Action[] {
  return situation.machines.flatMap((one) => {
    if (mayHaveConfig(situation, one)) return wakeUp(one)
    const offering = offeringTo(situation, one)
    if (offering !== undefined) return [...start(one), configured(one, offering)]
    return [...wakeUp(one), ...giveConfig(situation, one)]
  })
}

/** Switches a machine on and waits until it answers. */
export function wakeUp(one: MachineSituation): readonly Action[] {
  const { machine, progress } = one
  const { name } = machine
  if (!isBeforeAnswer(one)) return []
  const reason = progress === 'booting' ? 'it runs and does not answer yet' : 'Talos has to boot'
  const needs = [actionId('vm.start', name), actionId('config.offer', name)]
  return [...start(one), makeAction('talos.maintenance', name, { machine: name }, { effect: 'wait', reason, needs })]
}

function start(one: MachineSituation): readonly Action[] {
  if (!isOff(one)) return []
  const { machine, progress, vm } = one
  const { name, vmid, host } = machine
  const limits = [`host:${vm?.host ?? host}`, `vm:${vmid}`]
  const before = ['vm.create', 'vm.configure', isStale(one) ? 'config.withdraw' : 'config.offer'] as const
  const needs = before.map((kind) => actionId(kind, name))
  const isNew = progress !== 'stopped'
  const [effect, reason] = isNew ? (['create', 'it is new'] as const) : (['update', 'it is switched off'] as const)
  return [makeAction('vm.start', name, { machine: name }, { effect, reason, needs, limits })]
}

function giveConfig(situation: Situation, one: MachineSituation): readonly Action[] {
  const steps: Action[] = []
  if (isBeforeConfig(one)) steps.push(apply(situation, one))
  const isOnItsWay = isStarting(one) && !waitsForEtcd(situation, one)
  if (isBeforeConfig(one) || isOnItsWay) steps.push(configured(one))
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

function configured(one: MachineSituation, offered?: Offering): Action {
  const { name } = one.machine
  const reason = isStarting(one) ? 'it is still starting' : 'it starts its services with the config'
  const before = offered === undefined ? (['talos.apply'] as const) : (['vm.start', 'config.offer'] as const)
  const needs = before.map((kind) => actionId(kind, name))
  const data = { machine: name, ...(offered === undefined ? {} : { offered }) }
  return makeAction('talos.configured', name, data, { effect: 'wait', reason, needs })
}

/** A control plane cannot come further than this until etcd begins, which is not planned while nobody knows of it. */
const waitsForEtcd = ({ etcd }: Situation, { machine, node }: MachineSituation): boolean =>
  machine.role === 'controlplane' && node.kind === 'configured' && node.stage === 'booting' && etcd === 'unknown'

/** Whether a machine has its config and is on the way up. */
export const isStarting = ({ node }: MachineSituation): boolean =>
  node.kind === 'configured' && ['booting', 'installing', 'rebooting'].includes(node.stage)
