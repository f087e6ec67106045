import { type Clock, wait } from '../../world/clock.ts'
import type { KubernetesClient } from '../client/client.ts'
import { NODES } from '../objects/kinds.ts'
import { listObjects } from '../objects/read.ts'
import { watchObjects } from '../objects/watch.ts'
import { type NodeReadiness, readiness } from './readiness.ts'

/** Tells how a node stands, and again whenever that changes until the signal ends it; nothing while it is not registered. */
export type FollowNode = (name: string, signal: AbortSignal) => AsyncGenerator<NodeReadiness | undefined>

/** A watch that cannot be opened is tried again no sooner, however many wait. */
const APART_MS = 250

/** One watch over all nodes for everybody who waits for one of them: open as long as anybody does. */
export function followNodes(clock: Clock, open: () => Promise<KubernetesClient>): FollowNode {
  let current: Watch | undefined
  let opened = Number.NEGATIVE_INFINITY
  const openLater = async () => {
    const early = opened + APART_MS - clock.now()
    if (early > 0) await wait(clock, early)
    opened = clock.now()
    return await open()
  }
  return async function* follow(name, signal) {
    current ??= watchNodes(openLater)
    const watch = current
    const listener = watch.listen(name, signal)
    try {
      while (await listener.changed()) yield watch.known.get(name)
    } finally {
      listener.leave()
      if (current === watch && !watch.isWanted()) current = undefined
    }
  }
}

interface Watch {
  readonly known: ReadonlyMap<string, NodeReadiness>
  readonly listen: (name: string, signal: AbortSignal) => Listener
  readonly isWanted: () => boolean
}

interface Listener {
  /** Waits until there is something new to see; says no when the signal has ended, and fails with the watch. */
  readonly changed: () => Promise<boolean>
  readonly leave: () => void
}

function watchNodes(open: () => Promise<KubernetesClient>): Watch {
  const known = new Map<string, NodeReadiness>()
  const listeners = new Map<string, Set<() => void>>()
  const stop = new AbortController()
  let state: 'opening' | 'open' | { readonly error: unknown } = 'opening'
  const wake = (name: string) => {
    for (const notice of listeners.get(name) ?? []) notice()
  }
  const wakeAll = () => {
    for (const name of listeners.keys()) wake(name)
  }
  const run = async () => {
    const client = await open()
    const { items, resourceVersion } = await listObjects(client, NODES)
    for (const node of items) known.set(node.metadata.name, readiness(node))
    state = 'open'
    wakeAll()
    const events = watchObjects(client, NODES, { since: resourceVersion, signal: stop.signal })
    for await (const { type, object } of events) {
      const { name } = object.metadata
      if (type === 'DELETED') known.delete(name)
      else known.set(name, readiness(object))
      wake(name)
    }
  }
  run().catch((error: unknown) => {
    state = { error }
    wakeAll()
  })
  const leave = (name: string, notice: () => void) => {
    const same = listeners.get(name)
    same?.delete(notice)
    if (same?.size === 0) listeners.delete(name)
    if (listeners.size === 0) stop.abort()
  }
  return {
    known,
    isWanted: () => listeners.size > 0 && typeof state !== 'object',
    listen(name, signal) {
      let isNew = true
      let go = () => {}
      const notice = () => {
        isNew = true
        go()
      }
      listeners.set(name, (listeners.get(name) ?? new Set()).add(notice))
      signal.addEventListener('abort', notice, { once: true })
      return {
        async changed() {
          while (!signal.aborted && (!isNew || state === 'opening')) {
            isNew = false
            await new Promise<void>((resolve) => {
              go = resolve
            })
          }
          isNew = false
          if (signal.aborted) return false
          if (typeof state === 'object') throw state.error
          return true
        },
        leave() {
          signal.removeEventListener('abort', notice)
          leave(name, notice)
        },
      }
    },
  }
}
