import { type ConnectRouter, createRouterTransport } from '@connectrpc/connect'
import { nodeAt } from '../../src/talos/api/destination-node.ts'
import type { TalosNode } from '../../src/talos/api/node.ts'
import { rememberUnreachable } from '../../src/talos/api/unreachable.ts'
import { type Clock, realClock } from '../../src/world/clock.ts'

/** A machine whose calls are answered in this process, by the same code as over the network. */
export function memoryNode(
  address: string,
  routes: (router: ConnectRouter) => void,
  clock: Clock = realClock,
): TalosNode {
  const connection = {
    transport: createRouterTransport(routes),
    isOpen: () => true,
    broken: async () => undefined,
    close: () => undefined,
  }
  const pool = { lease: async () => ({ connection, release: () => undefined }), close: () => undefined }
  const trust = { kind: 'fingerprint', fingerprint: '' } as const
  const routesTo = [{ peer: { host: address, port: 50000, trust }, via: false }]
  const unreachable = rememberUnreachable(clock)
  return nodeAt({ address, routes: routesTo, pool, unreachable, mask: (text) => text }, clock)
}
