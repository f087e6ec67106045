import type { ServiceImpl } from '@connectrpc/connect'
import { ContainerDriver } from '../../../../src/talos/gen/common_pb.ts'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import type { Node } from '../../node.ts'
import { images, releaseOn } from '../../releases.ts'
import { kindOf } from '../../services/table.ts'
import { targetOf } from '../target.ts'

type WorkloadCalls = Pick<
  ServiceImpl<typeof MachineService>,
  'containers' | 'stats' | 'processes' | 'loadAvg' | 'systemStat'
>

const MEGABYTE = 1_000_000n

/** What runs on a machine. */
export const workloadCalls: WorkloadCalls = {
  containers: ({ namespace, driver }, context) => ({
    messages: [{ containers: containersOf(targetOf(context), driver).map((one) => ({ namespace, ...one })) }],
  }),
  stats: ({ namespace, driver }, context) => {
    const stats = containersOf(targetOf(context), driver).map(({ id, name, podId }) => ({
      namespace,
      id,
      name,
      podId,
      memoryUsage: 80n * MEGABYTE,
      cpuUsage: 1_000_000n,
    }))
    return { messages: [{ stats }] }
  },
  processes: (_, context) => ({ messages: [{ processes: processesOf(targetOf(context)) }] }),
  loadAvg: () => ({ messages: [{ load1: 0.4, load5: 0.3, load15: 0.2 }] }),
  systemStat: (_, context) => ({
    messages: [{ bootTime: BigInt(Math.floor(targetOf(context).state.bootedAt / 1000)) }],
  }),
}

/** Services in containers, or pods with theirs, by who runs them. */
function containersOf(node: Node, driver: ContainerDriver) {
  return driver === ContainerDriver.CRI ? podContainers(node) : serviceContainers(node)
}

const serviceContainers = ({ state }: Node) =>
  Object.entries(state.services)
    .filter(([id, service]) => service.state === 'Running' && kindOf(id).runner.kind === 'container')
    .map(([id, { pid }]) => ({ id, name: id, podId: '', image: '', pid, status: 'RUNNING' }))

function podContainers({ state }: Node) {
  return Object.entries(state.kubernetes.pods).flatMap(([component, phase], index) => {
    const podId = `kube-system/${component}-${state.network.hostname}`
    const pid = 400 + 20 * index
    const pod = {
      id: podId,
      name: podId,
      podId,
      image: images.pause(releaseOn({ state })),
      pid,
      status: 'SANDBOX_READY',
    }
    if (phase === 'pending') return [pod]
    const id = `${podId}:${component}:${state.boot.slice(0, 8)}`
    return [pod, { id, name: component, podId, image: component, pid: pid + 10, status: 'CONTAINER_RUNNING' }]
  })
}

function processesOf({ state }: Node) {
  const common = {
    ppid: 1,
    state: 'S',
    threads: 8,
    cpuTime: 1,
    virtualMemory: 1400n * MEGABYTE,
    residentMemory: 60n * MEGABYTE,
  }
  const services = Object.entries(state.services).filter(
    ([, service]) => service.state === 'Running' && service.pid > 0,
  )
  return [
    { ...common, pid: 1, ppid: 0, command: 'init', executable: '/sbin/init', args: '/sbin/init' },
    ...services.map(([id, { pid }]) => {
      const { runner } = kindOf(id)
      const args = runner.kind === 'process' ? runner.command.join(' ') : `/${id}`
      return { ...common, pid, command: id, executable: args.split(' ')[0] ?? '', args }
    }),
  ]
}
