import type { Clock } from '../../world/clock.ts'
import type { Dial } from '../../world/dial.ts'
import { type Connection, openConnection } from './connection.ts'
import { startDeadline } from './deadline.ts'
import type { Peer } from './trust.ts'

/** A connection in use; it must be given back, and may be more than once. */
export interface Lease {
  readonly connection: Connection
  readonly release: () => void
}

/** Connections shared by all calls, never more than a bound, closed when nobody has used them for a while. */
export interface Pool {
  /** Waits for a connection to the peer; fails with the system's error. */
  readonly lease: (peer: Peer, signal: AbortSignal) => Promise<Lease>
  readonly close: () => void
}

/** How many connections, how long one may take to open, and how long an unused one stays. */
export interface PoolLimits {
  readonly connections: number
  readonly connectMs: number
  readonly idleMs: number
}

const LIMITS: PoolLimits = { connections: 64, connectMs: 5_000, idleMs: 15_000 }

interface Entry {
  readonly opening: Promise<Connection>
  open: Connection | undefined
  users: number
  /** Cancels the closing of an unused connection. */
  keep: () => void
}

/** Makes a pool; who makes it closes it. */
export function createPool(world: { readonly dial: Dial; readonly clock: Clock }, limits: PoolLimits = LIMITS): Pool {
  const entries = new Map<string, Entry>()
  const queue: (() => void)[] = []
  let closed = false

  const drop = (key: string, entry: Entry) => {
    entry.keep()
    entry.open?.close()
    if (entries.get(key) !== entry) return
    entries.delete(key)
    queue.shift()?.()
  }

  const evictUnused = (): boolean => {
    for (const [key, entry] of entries) {
      if (entry.users > 0) continue
      drop(key, entry)
      return true
    }
    return false
  }

  // The opening has a limit of its own, since callers with other deadlines wait for it too.
  const open = (key: string, peer: Peer): Entry => {
    const limit = startDeadline(world.clock, limits.connectMs)
    const opening = openConnection(world, peer, limit.signal).finally(limit.done)
    const entry: Entry = { opening, open: undefined, users: 0, keep: () => undefined }
    entries.set(key, entry)
    opening.then(
      (connection) => {
        entry.open = connection
        if (entries.get(key) !== entry) connection.close()
      },
      () => drop(key, entry),
    )
    return entry
  }

  const release = (key: string, entry: Entry) => {
    entry.users--
    if (entry.users > 0) return
    if (entry.open?.isOpen() !== true || entries.get(key) !== entry) return drop(key, entry)
    entry.keep = world.clock.after(limits.idleMs, () => drop(key, entry))
    queue.shift()?.()
  }

  const usable = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (entry === undefined || entry.open === undefined || entry.open.isOpen()) return entry
    drop(key, entry)
    return undefined
  }

  const take = async (key: string, entry: Entry, signal: AbortSignal): Promise<Lease> => {
    entry.keep()
    entry.users++
    let held = true
    const giveBack = () => {
      if (held) release(key, entry)
      held = false
    }
    try {
      return { connection: await unlessAborted(entry.opening, signal), release: giveBack }
    } catch (error) {
      giveBack()
      throw error
    }
  }

  return {
    async lease(peer, signal) {
      const key = keyOf(peer)
      let entry = usable(key)
      while (entry === undefined) {
        if (closed) throw new Error(`the connections are closed, ${peer.host} cannot be called any more`)
        if (entries.size < limits.connections || evictUnused()) entry = open(key, peer)
        else await turn(queue, signal)
        entry ??= usable(key)
      }
      return take(key, entry, signal)
    },
    close() {
      closed = true
      for (const [key, entry] of [...entries]) drop(key, entry)
    },
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits until somebody gives a connection back. */
function turn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      queue.splice(queue.indexOf(wake), 1)
      reject(signal.reason)
    }
    const wake = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    queue.push(wake)
    signal.addEventListener('abort', stop, { once: true })
  })
}

function keyOf({ host, port, trust }: Peer): string {
  return `${host} ${port} ${trust.kind === 'fingerprint' ? trust.fingerprint : trust.crt}`
}
