import type { NodeLive } from '../../live/live.ts'
import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { isReturning, type MachineSituation, type Situation } from '../situation.ts'

/** The Kubernetes API, and nodes that are ready. */
export function planKubernetes(situation: Situation): readonly Action[] {
  const { desired, live, machines } = situation
  const { name } = desired
  const actions: Action[] = []
  if (live.kubernetes.kind !== 'answers') {
    const needs = [actionId('etcd.bootstrap', name)]
    const reason = live.kubernetes.kind === 'absent' ? 'nothing serves it yet' : live.kubernetes.reason
    actions.push(makeAction('kubernetes.api', name, {}, { effect: 'wait', reason, needs }))
  }
  return [...actions, ...machines.filter((one) => isAwaited(situation, one)).map((one) => ready(situation, one))]
}

function isAwaited({ desired }: Situation, one: MachineSituation): boolean {
  const { progress, kubernetes, node } = one
  if (progress === 'host-down' || progress === 'foreign' || isReturning(one)) return false
  // Without a network in the cluster a node registers and stays not ready until somebody brings one.
  return desired.kubernetes.cni.name === 'none'
    ? kubernetes === undefined
    : kubernetes?.ready !== true || isStarting(node)
}

/** For a while Kubernetes takes a machine for ready that was switched off; the machine itself knows better. */
const isStarting = (node: NodeLive): boolean => node.kind === 'configured' && (node.stage !== 'running' || !node.ready)

function ready({ desired }: Situation, { machine, kubernetes }: MachineSituation): Action {
  const { name, role } = machine
  const needs = [
    actionId('kubernetes.api', desired.name),
    actionId('talos.configured', name),
    ...(role === 'controlplane' ? [actionId('etcd.join', name)] : []),
  ]
  const hasNetwork = desired.kubernetes.cni.name !== 'none'
  const reason = kubernetes?.reason ?? (hasNetwork ? 'its node has to become ready' : 'its node has to register')
  return makeAction('kubernetes.ready', name, { machine: name }, { effect: 'wait', reason, needs })
}
