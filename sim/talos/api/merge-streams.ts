/** Hands on what comes out of any of several streams, as it comes. */
export async function* mergeStreams<T>(streams: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const next = (stream: AsyncGenerator<T>) => stream.next().then((result) => ({ stream, result }))
  const waiting = new Map(streams.map((stream) => [stream, next(stream)]))
  try {
    while (waiting.size > 0) {
      const { stream, result } = await Promise.race(waiting.values())
      if (result.done === true) waiting.delete(stream)
      else {
        waiting.set(stream, next(stream))
        yield result.value
      }
    }
  } finally {
    for (const stream of waiting.keys()) void stream.return(undefined)
  }
}
