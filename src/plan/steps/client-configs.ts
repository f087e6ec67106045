import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { MachineSituation, Situation } from '../situation.ts'

/** The files that people use the cluster with; they follow control planes to a new address. */
export function planClientConfigs({ desired, live, etcd, machines, controlPlanes }: Situation): readonly Action[] {
  if (live.home.clientConfigs === 'present' || etcd === 'unknown') return []
  const needs = [
    actionId('secrets.create', desired.name),
    actionId('kubernetes.api', desired.name),
    ...controlPlanes.map(({ machine }) => actionId('talos.config', machine.name)),
    // The address of a machine that asks DHCP is known once it answers.
    ...machines
      .filter(asksForAddress)
      .flatMap(({ machine: { name, talos } }) => [
        actionId('talos.maintenance', name),
        ...(talos.delivery === 'api' ? [] : [actionId('talos.configured', name)]),
      ]),
  ]
  const reason = 'talosconfig and kubeconfig are not there, or no longer fit'
  return [makeAction('configs.write', desired.name, {}, { effect: 'create', reason, needs })]
}

const asksForAddress = ({ machine }: MachineSituation): boolean => machine.nics[0].addresses.length === 0
