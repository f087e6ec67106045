import { createSemaphore, type Semaphore } from './semaphore.ts'

/** Lets calls be sent in turn, each with the path of what it is about. */
export type Turns = <T>(path: string, task: () => Promise<T>) => Promise<T>

/** A host has three who work at calls, and does the same whichever host a call came in at. */
const FOR_EACH_HOST = 8
/** Each call under way has a connection of its own. */
const IN_ALL = 32

/** Bounds how many calls are under way: for each host that they are about, and in all. */
export function createTurns(): Turns {
  const hosts = new Map<string, Semaphore>()
  const all = createSemaphore(IN_ALL)
  return (path, task) => {
    const host = /\/nodes\/([^/?]+)/.exec(path)?.[1] ?? ''
    const own = hosts.get(host) ?? createSemaphore(FOR_EACH_HOST)
    hosts.set(host, own)
    return own(() => all(task))
  }
}
