/** Hands what one side says to the other, which takes it at its own pace. */
export interface EventQueue<T> extends AsyncIterable<T> {
  readonly push: (value: T) => void
  /** Nothing more comes; an error is thrown to whoever takes. */
  readonly end: (error?: unknown) => void
}

/** Makes a queue for one taker. */
export function eventQueue<T>(): EventQueue<T> {
  const waiting: T[] = []
  let over: { readonly error?: unknown } | undefined
  let wake = () => {}
  return {
    push(value) {
      waiting.push(value)
      wake()
    },
    end(error) {
      over ??= error === undefined ? {} : { error }
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        yield* waiting.splice(0)
        if (waiting.length > 0) continue
        if (over?.error !== undefined) throw over.error
        if (over !== undefined) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
