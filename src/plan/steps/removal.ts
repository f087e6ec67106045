import type { Action } from '../action.ts'
import { actionId, makeAction } from '../make-action.ts'
import type { LeavingSituation, Situation } from '../situation.ts'
import { withdrawFrom } from './offers.ts'

/** Machines that left the file: emptied first, then out of etcd, then gone. */
export function planRemoval(situation: Situation): readonly Action[] {
  const going = situation.leaving.flatMap((leaving) =>
    removalWaitsFor(situation, leaving) === undefined ? stepsOf(leaving) : [],
  )
  return [...going, ...nodesGivenUp(situation)]
}

const LEFT_OVER = 'Kubernetes keeps the node of a machine that is gone'

/** The nodes of members that were given up: nothing else is left of their machines. */
function nodesGivenUp({ givenUp, live: { kubernetes } }: Situation): readonly Action[] {
  const nodes = new Set(kubernetes.kind === 'answers' ? kubernetes.nodes.map(({ name }) => name) : [])
  return givenUp
    .filter(({ name }) => nodes.has(name))
    .map(({ name }) =>
      makeAction(
        'node.delete',
        name,
        { machine: name, role: 'controlplane' },
        { effect: 'destroy', reason: LEFT_OVER, needs: [actionId('etcd.remove', name)] },
      ),
    )
}

/** What has to be known, or well, before a machine can leave without harm; nothing when it may go. */
export function removalWaitsFor({ live, etcd, ailing }: Situation, { vm, role }: LeavingSituation): string | undefined {
  if (vm.unfinished !== undefined) return undefined
  if (etcd === 'unknown') return 'the control planes answer'
  if (live.kubernetes.kind === 'unreachable') return 'the Kubernetes API answers'
  if (role === 'controlplane' && ailing.length > 0) return 'etcd is healthy'
  return undefined
}

function stepsOf(leaving: LeavingSituation): readonly Action[] {
  const { name, vm, kubernetes } = leaving
  const ofVm = { machine: name, vmid: vm.vmid, uuid: vm.uuid ?? '', host: vm.host }
  const ofNode = nodeData(leaving)
  const reason = 'it is no longer in the file'
  const limits = [`vm:${vm.vmid}`, `host:${vm.host}`]
  const steps: Action[] = [...drain(leaving), ...outOfEtcd(leaving)]
  const out = (['node.drain', 'etcd.leave', 'etcd.remove'] as const).map((kind) => actionId(kind, name))
  if (vm.power === 'running') {
    steps.push(makeAction('vm.stop', name, ofVm, { effect: 'destroy', reason, needs: out, limits }))
  }
  const off = [...out, actionId('vm.stop', name)]
  if (kubernetes !== undefined) {
    steps.push(makeAction('node.delete', name, ofNode, { effect: 'destroy', reason: LEFT_OVER, needs: off }))
  }
  steps.push(...withdrawFrom(leaving, off))
  const last = [...off, actionId('node.delete', name), actionId('config.withdraw', name)]
  const details = [`VM ${vm.vmid} on ${vm.host} with its disks`]
  return [...steps, makeAction('vm.delete', name, ofVm, { effect: 'destroy', reason, needs: last, limits, details })]
}

const nodeData = ({ name, role, node }: LeavingSituation) => ({
  machine: name,
  role,
  ...('address' in node ? { address: node.address } : {}),
})

/** A node that is down has nothing to be moved: nobody would be there to let go of it. */
function drain(leaving: LeavingSituation): readonly Action[] {
  if (leaving.kubernetes?.ready !== true) return []
  const reason = 'what runs on it has to go elsewhere'
  const data = nodeData(leaving)
  return [makeAction('node.drain', leaving.name, data, { effect: 'update', reason, limits: ['drains'] })]
}

function outOfEtcd(leaving: LeavingSituation): readonly Action[] {
  const { name, member, node } = leaving
  if (member === undefined) return []
  const parts = { effect: 'destroy', needs: [actionId('node.drain', name)], limits: ['control-planes'] } as const
  const data = nodeData(leaving)
  if (node.kind === 'configured') {
    return [makeAction('etcd.leave', name, data, { ...parts, reason: 'a member that leaves by itself is not missed' })]
  }
  const reason = 'it does not answer, so another member takes it out'
  return [makeAction('etcd.remove', name, { ...data, member: member.id }, { ...parts, reason })]
}
