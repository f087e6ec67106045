import type { Clock } from '../../world/clock.ts'
import { died } from '../failure.ts'
import { currentProcess } from './process.ts'

/** A lock that is taken by name, and what is said when it cannot be had in time. */
export interface LockWish {
  readonly name: string
  /** How long to wait for it. */
  readonly milliseconds: number
  readonly refusal: string
  /** Several may hold it together, as long as nobody wants it alone. */
  readonly shared?: boolean
}

/** Locks that everybody in the datacenter sees. */
export interface Locks {
  /** Runs something while holding a lock; fails when it cannot be had in time. */
  readonly hold: <T>(wish: LockWish, run: () => Promise<T> | T) => Promise<T>
}

interface Lock {
  holders: number
  shared: boolean
  readonly waiting: Waiter[]
}

interface Waiter {
  readonly shared: boolean
  readonly grant: () => void
}

/** Makes the locks of a datacenter. */
export function createLocks(clock: Clock): Locks {
  const locks = new Map<string, Lock>()
  return {
    async hold(wish, run) {
      const lock = locks.get(wish.name) ?? { holders: 0, shared: false, waiting: [] }
      locks.set(wish.name, lock)
      await acquire(clock, lock, wish)
      const letGo = once(() => {
        release(lock)
        if (lock.holders === 0) locks.delete(wish.name)
      })
      // The system takes a lock away from a process that was killed, which never comes to release it.
      const owner = currentProcess()
      owner?.held.add(letGo)
      if (owner?.gone) {
        letGo()
        await new Promise<never>(() => {})
      }
      try {
        return await run()
      } finally {
        owner?.held.delete(letGo)
        letGo()
      }
    },
  }
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}

function acquire(clock: Clock, lock: Lock, wish: LockWish): Promise<void> {
  const shared = wish.shared === true
  return new Promise((resolve, reject) => {
    if (isFree(lock, shared)) {
      take(lock, shared)
      resolve()
      return
    }
    const cancel = clock.after(wish.milliseconds, () => {
      lock.waiting.splice(lock.waiting.indexOf(waiter), 1)
      reject(died(wish.refusal))
    })
    const waiter: Waiter = {
      shared,
      grant() {
        cancel()
        take(lock, shared)
        resolve()
      },
    }
    lock.waiting.push(waiter)
  })
}

function isFree(lock: Lock, shared: boolean): boolean {
  return lock.holders === 0 || (lock.shared && shared)
}

function take(lock: Lock, shared: boolean): void {
  lock.holders++
  lock.shared = shared
}

function release(lock: Lock): void {
  lock.holders--
  for (let next = lock.waiting[0]; next !== undefined && isFree(lock, next.shared); next = lock.waiting[0]) {
    lock.waiting.shift()
    next.grant()
  }
}

const SECOND = 1000

/** The lock of a guest's configuration file on its node. */
export function guestLock(node: string, vmid: number, waitSeconds = 10, shared = false): LockWish {
  return {
    name: `guest ${node} ${vmid}`,
    milliseconds: waitSeconds * SECOND,
    refusal: `can't lock file '/var/lock/qemu-server/lock-${vmid}.conf' - got timeout`,
    shared,
  }
}

/** The lock of a storage's allocations: a file on the node, or one of the cluster for shared storage. */
export function storageLock(node: string, storage: string, isShared: boolean): LockWish {
  return {
    name: isShared ? `storage ${storage}` : `storage ${node} ${storage}`,
    milliseconds: 10 * SECOND,
    refusal: isShared
      ? `cfs-lock 'storage-${storage}' error: got lock request timeout`
      : `can't lock file '/var/lock/pve-manager/pve-storage-${storage}' - got timeout`,
  }
}
