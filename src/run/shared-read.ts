import { type Clock, wait } from '../world/clock.ts'

/**
 * Lets those who ask at the same time share one answer. Everybody gets one that was asked for after they came, and
 * answers are asked for no closer together than the span, so that a thousand who wait cost no more than one.
 */
export function sharedRead<T>(clock: Clock, spanMs: number, read: () => Promise<T>): () => Promise<T> {
  let last = Number.NEGATIVE_INFINITY
  let next: Promise<T> | undefined
  const readNext = async () => {
    const early = last + spanMs - clock.now()
    // Even without a span, those who come in the same moment come before it is asked for.
    await (early > 0 ? wait(clock, early) : Promise.resolve())
    last = clock.now()
    next = undefined
    return await read()
  }
  return () => {
    next ??= readNext()
    return next
  }
}
