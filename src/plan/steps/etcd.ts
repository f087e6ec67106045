import type { EtcdMemberLive } from '../../live/live.ts'
import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import { hasLostItsDisk, type MachineSituation, mayHaveConfig, type Situation } from '../situation.ts'
import { isStarting } from './first-config.ts'

/** The beginning of etcd, once in the life of a cluster, and the control planes that join it. */
export function planEtcd(situation: Situation): readonly Action[] {
  const { live, controlPlanes, etcd } = situation
  const chosen = live.home.bootstrapped?.machine ?? controlPlanes[0]?.machine.name
  if (chosen === undefined || etcd === 'unknown') return []
  const joins = controlPlanes.filter((one) => isJoining(situation, one, chosen)).map((one) => join(situation, one))
  return [
    ...(etcd === 'none' ? [bootstrap(situation, chosen)] : []),
    ...remember(situation),
    ...removeLost(situation),
    ...joins,
  ]
}

/** The run that began etcd may have been cut off before it saw it healthy, and later ones have nothing to wait for. */
function remember({ desired, live: { home }, etcd }: Situation): readonly Action[] {
  const isKnown = home.bootstrapped === undefined || home.bootstrapped.healthyAt !== undefined
  if (isKnown || (etcd !== 'healthy' && etcd !== 'degraded')) return []
  const reason = 'the run that began it was cut off; should its data be lost, it must not be begun anew'
  return [makeAction('etcd.remember', desired.name, {}, { effect: 'create', reason })]
}

function bootstrap({ desired, controlPlanes }: Situation, chosen: string): Action {
  const names = controlPlanes.map(({ machine }) => machine.name)
  return makeAction(
    'etcd.bootstrap',
    desired.name,
    { machine: chosen, controlPlanes: names },
    {
      effect: 'create',
      reason: `etcd has begun nowhere; ${chosen} begins it, once and for all`,
      needs: names.map((name) => actionId('talos.configured', name)),
    },
  )
}

function isJoining(situation: Situation, one: MachineSituation, chosen: string): boolean {
  const { machine, progress, member } = one
  if (progress === 'host-down' || progress === 'foreign' || mayHaveConfig(situation, one)) return false
  if (situation.etcd === 'none') return machine.name !== chosen
  return progress !== 'configured' || member === undefined || member.learner || isComing(one)
}

/** Whether the etcd of a control plane is on its way up; of one that is about to reboot it still runs. */
export const isComing = (one: MachineSituation): boolean =>
  isStarting(one) || (one.node.kind === 'configured' && one.node.etcd !== 'Running')

/** Waits until a control plane is a member of etcd. */
export function join({ desired }: Situation, { machine }: MachineSituation): Action {
  const needs = [actionId('etcd.bootstrap', desired.name), actionId('talos.configured', machine.name)]
  const reason = 'every control plane is a member of etcd'
  return makeAction('etcd.join', machine.name, { machine: machine.name }, { effect: 'wait', reason, needs })
}

/** A control plane that lost its disk cannot come back as the member it was. */
function removeLost({ etcd, controlPlanes, givenUp }: Situation): readonly Action[] {
  if (etcd !== 'healthy' && etcd !== 'degraded') return []
  const lost = controlPlanes.filter(hasLostItsDisk).flatMap(({ member, progress }) => {
    const how = `its ${progress === 'maintenance' ? 'disk' : 'machine'} is gone`
    return member === undefined ? [] : [remove(member, `${how}, so the member that it was can never come back`)]
  })
  return [...lost, ...givenUp.map((member) => remove(member, 'it has no machine any more, and was given up by name'))]
}

function remove({ name, id }: EtcdMemberLive, reason: string): Action {
  const data = { machine: name, role: 'controlplane', member: id } as const
  return makeAction('etcd.remove', name, data, { effect: 'destroy', reason, limits: ['control-planes'] })
}
