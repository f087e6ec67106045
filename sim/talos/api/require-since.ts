import { Code, ConnectError } from '@connectrpc/connect'
import type { Node } from '../node.ts'
import { isAtLeast } from '../version.ts'

/** Refuses a service that came with 1.13, in the words of Go's gRPC. */
export function requireSince(node: Node, service: string): void {
  if (!isAtLeast(node, '1.13')) throw new ConnectError(`unknown service ${service}`, Code.Unimplemented)
}
