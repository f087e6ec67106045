import { UserError } from '../../user-error.ts'
import type { StreamOptions, TalosNode } from '../api/node.ts'
import { EventType, State, type Event as WireEvent } from '../gen/cosi/state_pb.ts'
import { decodeResource } from './decode.ts'
import type { Kind, Resource } from './kind.ts'

/** A change of a resource; `complete` says that everything there was at the beginning has been told. */
export type ResourceChange<T> =
  | { readonly change: 'created' | 'updated'; readonly resource: Resource<T> }
  | { readonly change: 'destroyed'; readonly id: string }
  | { readonly change: 'complete' }

/** Watches one resource, or all of a kind: first what there is, then every change. */
export async function* watchResources<T>(
  node: TalosNode,
  kind: Kind<T>,
  options: StreamOptions & { readonly id?: string } = {},
): AsyncGenerator<ResourceChange<T>> {
  const { type, namespace } = kind
  const { id } = options
  // A machine that finds no options at all answers with a fault of its own.
  const request = { type, namespace, apiVersion: 1, options: { bootstrapContents: id === undefined } }
  const what = id === undefined ? request : { ...request, id }
  const stream = node.stream(State.method.watch, what, { silenceMs: undefined, ...options })
  for await (const { event } of stream) for (const one of event) yield* readChange(kind, one)
}

function* readChange<T>(kind: Kind<T>, { eventType, resource }: WireEvent): Generator<ResourceChange<T>> {
  switch (eventType) {
    case EventType.CREATED:
    case EventType.UPDATED:
      if (resource === undefined) return
      yield {
        change: eventType === EventType.CREATED ? 'created' : 'updated',
        resource: decodeResource(kind, resource),
      }
      return
    case EventType.DESTROYED:
      yield { change: 'destroyed', id: resource?.metadata?.id ?? '' }
      return
    case EventType.BOOTSTRAPPED:
      yield { change: 'complete' }
      return
    case EventType.ERRORED:
      throw new UserError('talos-watch-ended', `the machine ended the watch of ${kind.type}`)
    case EventType.NOOP:
      return
  }
}
