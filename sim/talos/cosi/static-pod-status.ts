import type { Value } from '../../../src/talos/document/value.ts'
import type { MachineConfig } from '../config/machine-config.ts'
import { isApiServing } from '../kubernetes/clusters.ts'
import { imageOf } from '../kubernetes/settings.ts'
import { ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'

const CONDITIONS = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']
const USER = 65_534
/** What the pods of a control plane ask for. */
const REQUESTS: Readonly<Record<string, { readonly cpu: string; readonly memory: string }>> = {
  'kube-apiserver': { cpu: '200m', memory: '512Mi' },
  'kube-controller-manager': { cpu: '50m', memory: '256Mi' },
  'kube-scheduler': { cpu: '10m', memory: '64Mi' },
}
const AFTER_START = ['Ready', 'ContainersReady']

/** The status of a pod as the kubelet tells its machine. */
export function podStatus(node: Node, config: MachineConfig, name: string, isPodReady: boolean): Value {
  const [ip = ''] = ownAddresses(node)
  const time = new Date(Math.floor(node.state.bootedAt / 1000) * 1000).toISOString().replace('.000Z', 'Z')
  const image =
    name === 'kube-apiserver' || name === 'kube-controller-manager' || name === 'kube-scheduler'
      ? imageOf(config, name)
      : ''
  const ready = isPodReady && isApiServing(node)
  return {
    conditions: CONDITIONS.map((type) => ({
      lastProbeTime: null,
      lastTransitionTime: time,
      status: ready || !AFTER_START.includes(type) ? 'True' : 'False',
      type,
    })),
    containerStatuses: [
      {
        allocatedResources: REQUESTS[name] ?? {},
        containerID: `containerd://${node.state.boot.replaceAll('-', '')}`,
        image,
        imageID: image,
        lastState: {},
        name,
        ready,
        resources: { requests: REQUESTS[name] ?? {} },
        restartCount: 0,
        started: true,
        state: { running: { startedAt: time } },
        user: { linux: { gid: USER, supplementalGroups: [USER], uid: USER } },
      },
    ],
    hostIP: ip,
    hostIPs: [{ ip }],
    phase: 'Running',
    podIP: ip,
    podIPs: [{ ip }],
    qosClass: 'Burstable',
    startTime: time,
  }
}
