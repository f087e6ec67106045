import { durationMs } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import type { ClusterInfo, ClusterService } from '../../../../src/talos/gen/cluster_pb.ts'
import { wait } from '../../../world/clock.ts'
import { discovered } from '../../discovery.ts'
import { CHECKS, type ClusterView } from '../../health.ts'
import { nodeAt } from '../../network/addresses.ts'
import type { Node } from '../../node.ts'
import { controlPlane } from '../target.ts'

const POLL = 1000
const PATIENCE = 20 * 60_000

/** Looks at the whole cluster from one control plane, check by check. */
export const clusterCalls: ServiceImpl<typeof ClusterService> = {
  async *healthCheck({ waitTimeout, clusterInfo }, context) {
    const node = controlPlane(context, 'health check')
    const { clock } = node.talos
    const timeout = waitTimeout === undefined ? 0 : durationMs(waitTimeout)
    const end = clock.now() + (timeout > 0 ? timeout : PATIENCE)
    const view = viewOf(node, clusterInfo)
    yield { message: `discovered nodes: [${view.all.map((address) => JSON.stringify(address)).join(' ')}]` }
    for (const { name, look } of CHECKS) {
      yield { message: `waiting for ${name}: ...` }
      let told = ''
      for (let found = look(view); found !== 'OK'; found = look(view)) {
        if (found === 'SKIP') {
          told = found
          break
        }
        if (found !== told) yield { message: `waiting for ${name}: ${found}` }
        told = found
        if (clock.now() >= end) throw new ConnectError('context deadline exceeded', Code.DeadlineExceeded)
        await wait(clock, POLL, context.signal)
      }
      yield { message: `waiting for ${name}: ${told === 'SKIP' ? 'SKIP' : 'OK'}` }
    }
  },
}

function viewOf(node: Node, info: ClusterInfo | undefined): ClusterView {
  const known = discovered(node)
  const ofType = (type: string): readonly string[] =>
    known.filter(({ machineType }) => machineType === type).flatMap(({ addresses }) => addresses.slice(0, 1))
  const named = (info?.controlPlaneNodes.length ?? 0) > 0
  const controlPlanes = named ? (info?.controlPlaneNodes ?? []) : ofType('controlplane')
  const workers = named ? (info?.workerNodes ?? []) : ofType('worker')
  const all = [...controlPlanes, ...workers]
  return { all, controlPlanes, nodeAt: (address) => nodeAt(node.talos, address) }
}
