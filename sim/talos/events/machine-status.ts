import { machineConfig } from '../config/machine-config.ts'
import { isReady, ownNode } from '../kubernetes/own-node.ts'
import { isNetworkReady } from '../network/ready.ts'
import type { Node } from '../node.ts'
import { emit } from './emit.ts'
import type { UnmetCondition } from './event.ts'

/** What keeps a machine from being ready; a machine that goes down or waits for a config lacks nothing. */
export function unmetConditions(node: Node): readonly UnmetCondition[] {
  const { stage } = node.state
  if (stage !== 'booting' && stage !== 'running') return []
  return [...time(node), ...network(node), ...services(node), ...nodeReady(node)]
}

/** Tells the status of a machine when it has changed. */
export function tellMachineStatus(node: Node): void {
  const { state } = node
  if (state.image === undefined) return
  const unmet = unmetConditions(node)
  const told = JSON.stringify([state.stage, unmet])
  if (told === state.told) return
  state.told = told
  emit(node, { type: 'MachineStatusEvent', stage: state.stage, unmet })
}

function time(node: Node): readonly UnmetCondition[] {
  if (isNetworkReady(node)) return []
  return [{ name: 'time', reason: "resource TimeStatuses.v1alpha1.talos.dev(runtime/node@undefined) doesn't exist" }]
}

function network(node: Node): readonly UnmetCondition[] {
  return isNetworkReady(node) ? [] : [{ name: 'network', reason: 'waiting on: address, hostname' }]
}

function services(node: Node): readonly UnmetCondition[] {
  const isControlPlane = machineConfig(node)?.type === 'controlplane'
  const wanted = ['apid', 'kubelet', ...(isControlPlane ? ['etcd', 'trustd'] : [])]
  const trouble = wanted.flatMap((id) => {
    const service = node.state.services[id]
    if (service?.state !== 'Running') return [`${id} not running`]
    return service.health.healthy === false ? [`${id} not healthy`] : []
  })
  return trouble.length === 0 ? [] : [{ name: 'services', reason: trouble.join(', ') }]
}

function nodeReady(node: Node): readonly UnmetCondition[] {
  const { state } = node
  if (state.config === undefined) return []
  const name = JSON.stringify(state.network.hostname)
  const known = state.kubernetes.isRegistered ? ownNode(node) : undefined
  if (known === undefined) return [{ name: 'nodeReady', reason: `node ${name} status is not available yet` }]
  return isReady(known) ? [] : [{ name: 'nodeReady', reason: `node ${name} is not ready` }]
}
