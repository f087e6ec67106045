import { nextNumber } from '../count.ts'
import type { Node } from '../node.ts'
import type { EventPayload, StoredEvent } from './event.ts'
import { eventId } from './event-id.ts'

/** How many events a machine remembers. */
const CAPACITY = 1000

/** Tells an event to everybody who listens, and remembers it. */
export function emit(node: Node, payload: EventPayload, actor = ''): StoredEvent {
  const { talos, state, live } = node
  const at = talos.clock.now()
  const event = { id: eventId(at, state.boot, nextNumber(talos.state)), at, actor, payload }
  state.events.push(event)
  for (const watcher of live.watchers) watcher()
  if (state.events.length > CAPACITY) state.events.splice(0, state.events.length - CAPACITY)
  return event
}
