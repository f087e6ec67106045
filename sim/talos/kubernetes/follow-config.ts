import { change } from '../../kubernetes/controllers/write.ts'
import { objectAt } from '../../kubernetes/json.ts'
import type { MachineConfig } from '../config/machine-config.ts'
import { later, type Node } from '../node.ts'
import { isRunning } from '../services/change.ts'
import { startService, stopService } from '../services/run.ts'
import { reachableApi } from './clusters.ts'
import { COMPONENTS } from './components.ts'
import { imageOf, nodeSettings } from './settings.ts'

/** Lets a running machine's part of Kubernetes follow from another config: pods, kubelet, labels, taints. */
export function followConfig(node: Node, before: MachineConfig | undefined, after: MachineConfig | undefined): void {
  if (before === undefined || after === undefined) return
  for (const component of COMPONENTS) {
    const isThere = node.state.kubernetes.pods[component] !== undefined
    if (isThere && imageOf(before, component) !== imageOf(after, component)) restartPod(node, component)
  }
  if (isRunning(node, 'kubelet') && imageOf(before, 'kubelet') !== imageOf(after, 'kubelet')) {
    stopService(node, 'kubelet')
    startService(node, 'kubelet')
  }
  followNode(node, before, after)
}

function restartPod(node: Node, component: string): void {
  node.state.kubernetes.pods[component] = 'pending'
  later(node, 'kubernetes', node.talos.timing.staticPods, `pod-runs ${component}`)
}

/** What the config no longer says goes, what others have added stays. */
function followNode(node: Node, before: MachineConfig, after: MachineConfig): void {
  const api = reachableApi(node)
  const live = api?.store.get('/nodes', node.state.network.hostname)
  if (api === undefined || live === undefined || !node.state.kubernetes.isRegistered) return
  const [old, wanted] = [nodeSettings(before), nodeSettings(after)]
  if (JSON.stringify(old) === JSON.stringify(wanted)) return
  const labels = replaced(live.metadata.labels, old.labels, wanted.labels)
  const annotations = replaced(live.metadata.annotations, old.annotations, wanted.annotations)
  const spec = objectAt(live, 'spec')
  const held = Array.isArray(spec.taints) ? spec.taints : []
  const others = held.filter((taint) => !old.taints.some(({ key }) => isAbout(taint, key)))
  const taints = [...others, ...wanted.taints]
  change(api, 'talos', '/nodes', live, {
    ...live,
    metadata: { ...live.metadata, labels, annotations },
    spec: { ...spec, ...(taints.length > 0 || held.length > 0 ? { taints } : {}) },
  })
}

const isAbout = (taint: unknown, key: string): boolean =>
  typeof taint === 'object' && taint !== null && 'key' in taint && taint.key === key

function replaced(
  live: Readonly<Record<string, string>> | undefined,
  old: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(live ?? {}).filter(([key]) => !Object.hasOwn(old, key))
  return { ...Object.fromEntries(kept), ...wanted }
}
