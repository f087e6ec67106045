import type { Node } from '../node.ts'

/** Comes once at the beginning and then after every change of a machine, until the caller leaves or the machine goes down. */
export async function* changesOf({ live }: Node, signal: AbortSignal): AsyncGenerator<void> {
  const ended = AbortSignal.any([signal, live.ending.signal])
  let isChanged = true
  let wake = () => {}
  const watcher = () => {
    isChanged = true
    wake()
  }
  live.watchers.add(watcher)
  ended.addEventListener('abort', watcher, { once: true })
  try {
    while (!ended.aborted) {
      if (!isChanged) await new Promise<void>((resolve) => (wake = resolve))
      isChanged = false
      if (!ended.aborted) yield
    }
  } finally {
    live.watchers.delete(watcher)
  }
}
