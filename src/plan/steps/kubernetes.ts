import type { KubernetesLive, NodeLive } from '../../live/live.ts'
import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { type MachineSituation, mayHaveConfig, type Situation } from '../situation.ts'
import { isStarting } from './first-config.ts'

/** The Kubernetes API, and nodes that are ready; nothing of it can be planned while nobody knows of etcd. */
export function planKubernetes(situation: Situation): readonly Action[] {
  const { machines, etcd } = situation
  if (etcd === 'unknown') return []
  const nodes = machines.filter((one) => isAwaited(situation, one)).map((one) => ready(situation, one))
  return [...api(situation), ...nodes, ...system(situation, nodes)]
}

/** What every cluster runs inside of Kubernetes; without a network nothing of it can become ready. */
function system({ desired, live: { kubernetes } }: Situation, nodes: readonly Action[]): readonly Action[] {
  const { name } = desired
  if (desired.kubernetes.cni.name === 'none' || kubernetes.kind === 'unreachable') return []
  const reason = kubernetes.kind === 'absent' ? 'Kubernetes starts them with its nodes' : kubernetes.unready?.join(', ')
  if (reason === undefined) return []
  const needs = [actionId('kubernetes.api', name), ...nodes.map(({ id }) => id)]
  return [makeAction('kubernetes.system', name, {}, { effect: 'wait', reason, needs })]
}

function api({ desired, live: { kubernetes } }: Situation): readonly Action[] {
  const reason = whyAwaited(kubernetes)
  if (reason === undefined) return []
  const { name } = desired
  const needs = [actionId('etcd.bootstrap', name)]
  return [makeAction('kubernetes.api', name, {}, { effect: 'wait', reason, needs })]
}

function whyAwaited(kubernetes: KubernetesLive): string | undefined {
  if (kubernetes.kind === 'absent') return 'nothing serves it yet'
  if (kubernetes.kind === 'unreachable') return `it does not answer: ${kubernetes.reason}`
  return kubernetes.silentAt && `it does not answer at ${kubernetes.silentAt.join(', ')}`
}

function isAwaited(situation: Situation, one: MachineSituation): boolean {
  const { progress, kubernetes, node } = one
  if (progress === 'host-down' || progress === 'foreign' || mayHaveConfig(situation, one)) return false
  // An API that does not answer does not tell either which of the running machines it knows as ready.
  if (situation.live.kubernetes.kind === 'unreachable' && progress === 'configured' && !isStarting(one)) return false
  // Without a network in the cluster a node registers and stays not ready until somebody brings one.
  if (situation.desired.kubernetes.cni.name === 'none') return kubernetes === undefined
  return kubernetes?.ready !== true || isUnready(node)
}

/** For a while Kubernetes takes a machine for ready that was switched off; the machine itself knows better. */
const isUnready = (node: NodeLive): boolean => node.kind === 'configured' && (node.stage !== 'running' || !node.ready)

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
