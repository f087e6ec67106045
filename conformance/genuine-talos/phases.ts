import { timestampMs } from '@bufbuild/protobuf/wkt'
import { single } from '../../src/talos/api/answer.ts'
import type { TalosNode } from '../../src/talos/api/node.ts'
import { MachineService } from '../../src/talos/gen/machine/machine_pb.ts'
import type { Program } from '../run-program.ts'
import { readTable } from '../talosctl/table.ts'

/** How long a part of a machine's way into a cluster took; the simulator has the same parts (`sim/talos/timing.ts`). */
export interface Phase {
  readonly name: string
  readonly milliseconds: number
}

/** Services whose way is measured, with what the simulator calls its parts. */
const SERVICES: Readonly<Record<string, readonly [prepare: string, start: string, health: string]>> = {
  apid: ['serviceStart', 'apid', 'serviceHealth'],
  cri: ['serviceStart', 'cri', 'serviceHealth'],
  etcd: ['etcdImage', 'serviceStart', 'etcdHealth'],
  kubelet: ['kubeletImage', 'serviceStart', 'kubeletHealth'],
}

/** What the services of a machine remember of their way, and when the last of those that pods wait for was healthy. */
export async function servicePhases(
  node: TalosNode,
): Promise<{ readonly phases: readonly Phase[]; readonly up: number }> {
  const { services } = single(await node.unary(MachineService.method.serviceList, {}), 'ServiceList')
  const ways = services.flatMap(({ id, events }) => {
    const names = SERVICES[id]
    if (names === undefined) return []
    const at = (what: RegExp) => {
      const ts = events?.events.find(({ msg }) => what.test(msg))?.ts
      return ts === undefined ? Number.NaN : timestampMs(ts)
    }
    return [
      {
        id,
        names,
        moments: [/^Running pre state/, /^Creating service runner/, /^Started task/, /^Health check successful/].map(
          at,
        ),
      },
    ]
  })
  const phases = ways.flatMap(({ id, names, moments }) =>
    names.map((name, index) => ({
      name: `${id}: ${name}`,
      milliseconds: (moments[index + 1] ?? Number.NaN) - (moments[index] ?? Number.NaN),
    })),
  )
  const healthy = ways
    .filter(({ id }) => id === 'etcd' || id === 'kubelet')
    .map(({ moments }) => moments[3] ?? Number.NaN)
  return { phases: phases.filter(({ milliseconds }) => !Number.isNaN(milliseconds)), up: Math.max(...healthy) }
}

const READY = '.status.conditions[?(@.type=="Ready")].lastTransitionTime'

/** What Kubernetes remembers of a control plane and its node; it tells whole seconds. */
export async function kubernetesPhases(kubectl: Program, node: string, up: number): Promise<readonly Phase[]> {
  const ask = async (columns: string, ...what: readonly string[]) => {
    const [row] = readTable(await kubectl.succeed('get', ...what, '-o', `custom-columns=${columns}`))
    return Object.values(row ?? {}).map((text) => Date.parse(text))
  }
  const [created = Number.NaN, nodeReady = Number.NaN] = await ask(
    `A:.metadata.creationTimestamp,B:${READY}`,
    'node',
    node,
  )
  const [started = Number.NaN, podReady = Number.NaN] = await ask(
    `A:.status.containerStatuses[0].state.running.startedAt,B:${READY}`,
    ...['pod', '-n', 'kube-system', `kube-apiserver-${node}`],
  )
  return [
    { name: 'staticPods', milliseconds: started - up },
    { name: 'staticPodsReady', milliseconds: podReady - started },
    { name: 'from node to ready', milliseconds: nodeReady - created },
  ]
}

/** A table of how long each phase took: the quickest, and the slowest machine. */
export function phaseTable(phases: readonly Phase[]): string {
  const names = [...new Set(phases.map(({ name }) => name))]
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2).padStart(9)
  const rows = names.map((name) => {
    const all = phases.filter((phase) => phase.name === name).map(({ milliseconds }) => milliseconds)
    return `${name.padEnd(24)}${seconds(Math.min(...all))}${seconds(Math.max(...all))}`
  })
  return ['seconds                  quickest  slowest', ...rows].join('\n')
}
