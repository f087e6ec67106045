import { Code, ConnectError } from '@connectrpc/connect'
import { stringify } from 'yaml'
import type { TalosNode } from '../../../src/talos/api/node.ts'
import { State } from '../../../src/talos/gen/cosi/state_pb.ts'
import { MachineService } from '../../../src/talos/gen/machine/machine_pb.ts'
import { memoryNode } from '../memory-node.ts'

/** How a pretended machine is doing; change it, and the next question is answered accordingly. */
export interface Machine {
  services: Record<string, { state: string; healthy: boolean }>
  members: { id: bigint; hostname: string; peerUrls: string[]; isLearner?: boolean }[]
  memoryMiB: number
  dataMiB: number
  warnings: string[]
  stage: string
  ready: boolean
  node: { nodeReady: boolean; unschedulable: boolean } | undefined
  pods: Record<string, { phase: string; ready: boolean }>
  /** Why no call is answered at all. */
  down: string | undefined
}

/** A machine of three control planes 10.0.0.1 to 10.0.0.3 with nothing wrong. */
export function healthyMachine(): Machine {
  const up = { state: 'Running', healthy: true }
  const pod = { phase: 'Running', ready: true }
  return {
    services: { apid: up, etcd: up, kubelet: up },
    members: [1, 2, 3].map((index) => ({
      id: 0xfedcba9876543210n + BigInt(index),
      hostname: `cp${index}`,
      peerUrls: [`https://10.0.0.${index}:2380`],
    })),
    memoryMiB: 4096,
    dataMiB: 40_000,
    warnings: [],
    stage: 'running',
    ready: true,
    node: { nodeReady: true, unschedulable: false },
    pods: { 'kube-apiserver': pod, 'kube-controller-manager': pod, 'kube-scheduler': pod },
    down: undefined,
  }
}

/** The machine as conditions ask it. */
export function nodeOf(address: string, machine: Machine): TalosNode {
  const answer =
    <T>(make: () => T) =>
    () => {
      if (machine.down !== undefined) throw new ConnectError(machine.down, Code.Unavailable)
      return make()
    }
  return memoryNode(address, (router) => {
    router.service(MachineService, {
      version: answer(() => ({ messages: [{ version: { tag: 'v1.13.9' } }] })),
      serviceList: answer(() => ({ messages: [{ services: Object.entries(machine.services).map(service) }] })),
      etcdMemberList: (request) => {
        if (!request.queryLocal) throw new ConnectError('asked somebody else', Code.InvalidArgument)
        return answer(() => ({ messages: [{ members: machine.members }] }))()
      },
      memory: answer(() => ({ messages: [{ meminfo: { memtotal: BigInt(machine.memoryMiB) * 1024n } }] })),
      mounts: answer(() => ({
        messages: [{ stats: [{ mountedOn: '/var', size: BigInt(machine.dataMiB) * 1024n * 1024n }] }],
      })),
    })
    router.service(State, {
      get({ type, id }) {
        const resource = answer(() => resources(machine))().find((one) => one.type === type && one.id === id)
        if (resource === undefined) throw new ConnectError('does not exist', Code.NotFound)
        return { resource: wire(resource) }
      },
      async *list({ type }) {
        for (const one of answer(() => resources(machine))()) if (one.type === type) yield { resource: wire(one) }
      },
    })
  })
}

const service = ([id, { state, healthy }]: [string, { state: string; healthy: boolean }]) => ({
  id,
  state,
  health: { healthy },
  events: { events: [{ msg: healthy ? 'Health check successful' : 'no luck', state }] },
})

interface Held {
  readonly type: string
  readonly id: string
  readonly spec: unknown
}

const wire = ({ id, spec }: Held) => ({ metadata: { id, version: '1' }, spec: { yamlSpec: stringify(spec) } })

function resources({ stage, ready, node, pods, warnings }: Machine): readonly Held[] {
  const status = { ready, unmetConditions: ready ? [] : [{ name: 'services', reason: 'kubelet not running' }] }
  const nodeName = node === undefined ? [] : [{ nodename: 'self' }]
  return [
    { type: 'MachineStatuses.runtime.talos.dev', id: 'machine', spec: { stage, status } },
    ...nodeName.map((spec) => ({ type: 'Nodenames.kubernetes.talos.dev', id: 'nodename', spec })),
    ...nodeName.map(() => ({ type: 'NodeStatuses.kubernetes.talos.dev', id: 'self', spec: node })),
    ...warnings.map((message, index) => ({
      type: 'Diagnostics.runtime.talos.dev',
      id: `${index}`,
      spec: { message },
    })),
    ...Object.entries(pods).map(([name, pod]) => ({
      type: 'StaticPodStatuses.kubernetes.talos.dev',
      id: `kube-system/${name}-self`,
      spec: { phase: pod.phase, conditions: [{ type: 'Ready', status: pod.ready ? 'True' : 'False' }] },
    })),
  ]
}
