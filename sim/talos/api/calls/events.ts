import type { MessageInitShape } from '@bufbuild/protobuf'
import type { HandlerContext } from '@connectrpc/connect'
import type { EventSchema, EventsRequest } from '../../../../src/talos/gen/machine/events_pb.ts'
import type { EventPayload, StoredEvent } from '../../events/event.ts'
import { eventId } from '../../events/event-id.ts'
import { wireEvent } from '../../events/wire.ts'
import { changesOf } from '../changes.ts'
import { targetOf } from '../target.ts'

/** Tells what happens: a greeting, as much of the past as was asked for, then what comes. */
export async function* events(
  request: EventsRequest,
  context: HandlerContext,
): AsyncGenerator<MessageInitShape<typeof EventSchema>> {
  const node = targetOf(context)
  const { talos, state } = node
  const changes = changesOf(node, context.signal)
  yield { id: eventId(talos.clock.now(), state.boot, talos.state.count), data: {} }
  let last = startOf(state.events, request, talos.clock.now())
  const freshUntil = (end = state.events.at(-1)?.id ?? '') => {
    const found = state.events.filter(({ id }) => id > last && id <= end)
    last = found.at(-1)?.id ?? last
    return found.filter(({ actor }) => request.withActorId === '' || request.withActorId === actor).map(wireEvent)
  }
  for await (const _ of changes) yield* freshUntil()
  // What was told before the API itself went down still reaches those who listen.
  const goodbye = state.events.find(({ id, payload }) => id > last && isGoodbye(payload))
  if (!context.signal.aborted && goodbye !== undefined) yield* freshUntil(goodbye.id)
}

const isGoodbye = (payload: EventPayload): boolean =>
  payload.type === 'ServiceStateEvent' && payload.service === 'apid' && payload.state === 'Stopping'

/** The last event that the caller does not want to hear of. */
function startOf(
  known: readonly StoredEvent[],
  { tailEvents, tailId, tailSeconds }: EventsRequest,
  now: number,
): string {
  const newest = known.at(-1)?.id ?? ''
  if (tailId !== '') return tailId
  if (tailSeconds > 0) return known.findLast(({ at }) => at < now - tailSeconds * 1000)?.id ?? ''
  if (tailEvents < 0) return ''
  return tailEvents === 0 ? newest : (known.at(-tailEvents - 1)?.id ?? '')
}
