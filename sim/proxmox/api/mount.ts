import type { RestHandlers } from '../call.ts'

/** Handlers of one kind, for every place of the API that has them. */
export function mount<P>(places: readonly P[], handlersOf: (place: P) => RestHandlers): RestHandlers {
  return Object.fromEntries(places.flatMap((place) => Object.entries(handlersOf(place))))
}
