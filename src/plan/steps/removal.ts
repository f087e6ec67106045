import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { LeavingSituation, Situation } from '../situation.ts'

/**
 * Machines that left the file: emptied first, then out of etcd, then gone. Whoever comes has come before anybody goes,
 * and control planes go one after the other.
 */
export function planRemoval(situation: Situation): readonly Action[] {
  const arrived = situation.controlPlanes.map(({ machine }) => actionId('etcd.join', machine.name))
  let before: string | undefined
  return situation.leaving.flatMap((leaving) => {
    const isControlPlane = leaving.role === 'controlplane'
    const steps = stepsOf(leaving, isControlPlane ? [...arrived, ...(before === undefined ? [] : [before])] : [])
    if (isControlPlane) before = actionId('vm.delete', leaving.name)
    return steps
  })
}

function stepsOf(leaving: LeavingSituation, after: readonly string[]): readonly Action[] {
  const { name, role, vm, node, kubernetes, member } = leaving
  const address = 'address' in node ? { address: node.address } : {}
  const ofNode = { machine: name, role, ...address }
  const ofVm = { machine: name, vmid: vm.vmid, uuid: vm.uuid ?? '', host: vm.host }
  const reason = 'it is no longer in the file'
  const steps: Action[] = []
  const add = (action: Action) => steps.push(action)
  if (kubernetes !== undefined) {
    const why = 'what runs on it has to go elsewhere'
    add(makeAction('node.drain', name, ofNode, { effect: 'update', reason: why, needs: after, limits: ['drains'] }))
  }
  const drained = [...after, actionId('node.drain', name)]
  if (member !== undefined) {
    const limits = ['control-planes']
    if (node.kind === 'configured') {
      const why = 'a member that leaves by itself is not missed'
      add(makeAction('etcd.leave', name, ofNode, { effect: 'destroy', reason: why, needs: drained, limits }))
    } else {
      const why = 'it does not answer, so another member takes it out'
      const data = { ...ofNode, member: member.id }
      add(makeAction('etcd.remove', name, data, { effect: 'destroy', reason: why, needs: drained, limits }))
    }
  }
  const out = [...drained, actionId('etcd.leave', name), actionId('etcd.remove', name)]
  const limits = [`vm:${vm.vmid}`, `host:${vm.host}`]
  if (vm.power === 'running') add(makeAction('vm.stop', name, ofVm, { effect: 'destroy', reason, needs: out, limits }))
  const off = [...out, actionId('vm.stop', name)]
  if (kubernetes !== undefined) {
    const why = 'Kubernetes keeps the node of a machine that is gone'
    add(makeAction('node.delete', name, ofNode, { effect: 'destroy', reason: why, needs: off }))
  }
  const last = [...off, actionId('node.delete', name)]
  const details = [`VM ${vm.vmid} on ${vm.host} with its disks`]
  add(makeAction('vm.delete', name, ofVm, { effect: 'destroy', reason, needs: last, limits, details }))
  return steps
}
