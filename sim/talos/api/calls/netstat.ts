import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect'
import type { MachineService } from '../../../../src/talos/gen/machine/machine_pb.ts'
import {
  NetstatRequest_Filter as Filter,
  type NetstatRequest,
  ConnectRecord_State as State,
} from '../../../../src/talos/gen/machine/netstat_pb.ts'
import { nodesUp, runningMembership } from '../../etcd/cluster.ts'
import { isApiServing } from '../../kubernetes/clusters.ts'
import { ownAddresses } from '../../network/addresses.ts'
import type { Node } from '../../node.ts'
import { isRunning } from '../../services/change.ts'
import { targetOf } from '../target.ts'

type NetstatCalls = Pick<ServiceImpl<typeof MachineService>, 'netstat'>

interface Port {
  /** The service or pod behind it. */
  readonly owner: string
  readonly address: string
  readonly port: number
}

/** Where the parts of a machine listen while they run; `::` is every address of both families. */
const PORTS: readonly Port[] = [
  { owner: 'apid', address: '::', port: 50000 },
  { owner: 'trustd', address: '::', port: 50001 },
  { owner: 'kubelet', address: '::', port: 10250 },
  { owner: 'kubelet', address: '127.0.0.1', port: 10248 },
  { owner: 'etcd', address: '::', port: 2379 },
  { owner: 'etcd', address: '::', port: 2380 },
  { owner: 'kube-apiserver', address: '::', port: 6443 },
]

interface Connection extends Port {
  readonly remote?: { readonly address: string; readonly port: number }
}

/** Who talks to a machine, and where it listens. */
export const netstatCalls: NetstatCalls = {
  netstat: (request, context) => {
    const node = targetOf(context)
    const isWanted = WANTED[request.filter]
    if (isWanted === undefined) throw new ConnectError(`invalid filter: ${request.filter}`, Code.InvalidArgument)
    const shown = [...listening(node), ...peers(node)].filter(
      (one) => isWanted(one) && hasProtocol(request, protocolOf(one)),
    )
    return { messages: [{ connectrecord: shown.map((one) => record(node, request, one)) }] }
  },
}

const WANTED: Readonly<Record<number, (connection: Connection) => boolean>> = {
  [Filter.ALL]: () => true,
  [Filter.CONNECTED]: ({ remote }) => remote !== undefined,
  [Filter.LISTENING]: ({ remote }) => remote === undefined,
}

const listening = (node: Node): readonly Connection[] =>
  PORTS.filter(({ owner }) => (owner === 'kube-apiserver' ? isApiServing(node) : isRunning(node, owner)))

/** Members of etcd hold a connection to each other. */
function peers(node: Node): readonly Connection[] {
  const cluster = runningMembership(node)?.cluster
  const [address] = ownAddresses(node)
  if (cluster === undefined || address === undefined) return []
  return nodesUp(node.talos, cluster).flatMap((peer, index) => {
    const [other] = ownAddresses(peer)
    if (peer === node || other === undefined) return []
    return [{ owner: 'etcd', address, port: 40_000 + index, remote: { address: other, port: 2380 } }]
  })
}

const protocolOf = ({ address }: Port): 'tcp' | 'tcp6' => (address.includes(':') ? 'tcp6' : 'tcp')

/** Whether the caller wants to see a protocol, in the machine's own network. */
const hasProtocol = ({ l4proto, netns }: NetstatRequest, protocol: 'tcp' | 'tcp6'): boolean =>
  l4proto?.[protocol] === true && (netns?.hostnetwork === true || netns?.allnetns === true)

function record({ state }: Node, { feature }: NetstatRequest, connection: Connection) {
  const { owner, address, port, remote } = connection
  const unspecified = address.includes(':') ? '::' : '0.0.0.0'
  const pid = state.services[owner]?.pid ?? 0
  return {
    l4proto: protocolOf(connection),
    localip: address,
    localport: port,
    remoteip: remote?.address ?? unspecified,
    remoteport: remote?.port ?? 0,
    state: remote === undefined ? State.LISTEN : State.ESTABLISHED,
    process: feature?.pid === true ? { pid, name: owner } : {},
  }
}
