import { timestampFromMs } from '@bufbuild/protobuf/wkt'
import type { ServiceImpl } from '@connectrpc/connect'
import type { TimeService } from '../../../../src/talos/gen/time_pb.ts'
import type { Node } from '../../node.ts'
import { targetOf } from '../target.ts'

const DEFAULT_SERVER = 'time.cloudflare.com'

/** What time it is; simulated time servers agree with every machine. */
export const timeCalls: ServiceImpl<typeof TimeService> = {
  time: (_, context) => timeOf(targetOf(context), ''),
  timeCheck: ({ server }, context) => timeOf(targetOf(context), server),
}

function timeOf({ talos, state }: Node, server: string) {
  const now = timestampFromMs(Math.floor(talos.clock.now()))
  const [known = DEFAULT_SERVER] = state.network.timeServers
  return { messages: [{ server: server === '' ? known : server, localtime: now, remotetime: now }] }
}
