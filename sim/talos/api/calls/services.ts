import type { MessageInitShape } from '@bufbuild/protobuf'
import { type Empty, timestampFromMs } from '@bufbuild/protobuf/wkt'
import type { HandlerContext } from '@connectrpc/connect'
import type { ServiceListResponseSchema } from '../../../../src/talos/gen/machine/services_pb.ts'
import { wireHealth } from '../../events/wire.ts'
import { targetOf } from '../target.ts'

/** Lists the services with what they said. */
export function serviceList(_: Empty, context: HandlerContext): MessageInitShape<typeof ServiceListResponseSchema> {
  const { services } = targetOf(context).state
  const listed = Object.entries(services)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { state, history, health }]) => ({
      id,
      state,
      events: {
        events: history.map(({ state, message, at }) => ({ state, msg: message, ts: timestampFromMs(Math.floor(at)) })),
      },
      health: wireHealth(health),
    }))
  return { messages: [{ services: listed }] }
}
