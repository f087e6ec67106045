import type { MessageInitShape } from '@bufbuild/protobuf'
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import type { BootstrapRequest, BootstrapResponseSchema } from '../../../../src/talos/gen/machine/machine_pb.ts'
import { bootstrapEtcd } from '../../etcd/bootstrap.ts'
import { changing } from '../target.ts'

/** Begins etcd. */
export function bootstrap(
  { recoverEtcd, recoverSkipHashCheck }: BootstrapRequest,
  context: HandlerContext,
): MessageInitShape<typeof BootstrapResponseSchema> {
  const refusal = changing(context, (node) =>
    bootstrapEtcd(node, { recover: recoverEtcd, skipHashCheck: recoverSkipHashCheck }),
  )
  if (refusal !== undefined) throw new ConnectError(refusal.why, REFUSALS[refusal.kind])
  return { messages: [{}] }
}

const REFUSALS = {
  'not here': Code.FailedPrecondition,
  'not yet': Code.FailedPrecondition,
  impossible: Code.InvalidArgument,
  done: Code.AlreadyExists,
} as const
