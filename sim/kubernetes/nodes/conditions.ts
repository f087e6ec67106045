import type { JsonObject } from '../json.ts'

const NO_NETWORK =
  'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized'

const HEALTHY: readonly (readonly [type: string, reason: string, message: string])[] = [
  ['MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
]

/** What a kubelet says of itself when it starts: all well, but no network yet. */
export function kubeletConditions(time: string): readonly JsonObject[] {
  const times = { lastHeartbeatTime: time, lastTransitionTime: time }
  const pressures = HEALTHY.map(([type, reason, message]) => ({ type, status: 'False', reason, message, ...times }))
  return [...pressures, { ...times, ...readiness(false) }]
}

/** The condition Ready, with or without a pod network. */
export const readiness = (hasNetwork: boolean): JsonObject =>
  hasNetwork
    ? { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
    : { type: 'Ready', status: 'False', reason: 'KubeletNotReady', message: NO_NETWORK }

/** What the control plane writes into every condition of a node that it hears nothing of. */
export const UNKNOWN: JsonObject = {
  status: 'Unknown',
  reason: 'NodeStatusUnknown',
  message: 'Kubelet stopped posting node status.',
}

/** The healthy form of a pressure, for a kubelet that is back. */
export function pressure(type: string): JsonObject | undefined {
  const found = HEALTHY.find(([name]) => name === type)
  return found === undefined ? undefined : { type, status: 'False', reason: found[1], message: found[2] }
}
