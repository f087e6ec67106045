import { Code, ConnectError } from '@connectrpc/connect'
import { wait } from '../../world/clock.ts'
import { machineConfig } from '../config/machine-config.ts'
import { nodeAt, ownAddresses } from '../network/addresses.ts'
import type { Node } from '../node.ts'
import { isApiOpen } from './listen.ts'

/** How long a machine looks for the owner of an address before it gives up. */
const ARP_MILLISECONDS = 3000

/** The machine at an address, as the apid of another one reaches it. */
export async function reach(entry: Node, address: string, signal: AbortSignal): Promise<Node> {
  if (isSelf(entry, address)) return entry
  requireForwarding(entry, [address])
  const target = nodeAt(entry.talos, address) ?? nodeNamed(entry, address)
  if (target === undefined) {
    await wait(entry.talos.clock, ARP_MILLISECONDS, signal)
    throw unreachable(`transport: Error while dialing: dial tcp ${address}:50000: connect: no route to host`)
  }
  if (!isApiOpen(target)) {
    throw unreachable(`transport: Error while dialing: dial tcp ${address}:50000: connect: connection refused`)
  }
  const authority = machineConfig(target)?.osAuthority.crt
  if (target.state.stage !== 'maintenance' && authority === machineConfig(entry)?.osAuthority.crt) return target
  const why = 'tls: failed to verify certificate: x509: certificate signed by unknown authority'
  throw unreachable(`transport: authentication handshake failed: ${why}`)
}

/** Refuses what a worker would have to pass on. */
export function requireForwarding(entry: Node, addresses: readonly string[]): void {
  if (machineConfig(entry)?.type === 'controlplane' || addresses.every((address) => isSelf(entry, address))) return
  throw new ConnectError('no request forwarding', Code.PermissionDenied)
}

const unreachable = (why: string): ConnectError =>
  new ConnectError(`connection error: desc = ${JSON.stringify(why)}`, Code.Unavailable)

const isSelf = (node: Node, address: string): boolean =>
  ownAddresses(node).includes(address) || node.state.network.hostname === address

function nodeNamed(entry: Node, name: string): Node | undefined {
  const cluster = machineConfig(entry)?.clusterId
  return [...entry.talos.nodes.values()].find(
    (one) => one.state.network.hostname === name && machineConfig(one)?.clusterId === cluster,
  )
}
