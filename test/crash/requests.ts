import type { ApiRequest } from '../../sim/proxmox/dispatch.ts'
import type { Interference } from '../../sim/proxmox/hooks.ts'
import type { RunningWorld } from '../../sim/start.ts'
import type { KillPoint } from './cli-process.ts'

/** Whether a point is a request, and not a line of the journal. */
export const isRequest = ({ event }: KillPoint): boolean => event.startsWith('request ')

/** Shows every request that changes something, as an event: what happens between two lines of the journal; the result ends it. */
export function watchRequests({ sim }: RunningWorld, see: (event: string) => readonly Interference[]): () => void {
  const { interfere } = sim.hooks
  const look = ({ verb, path }: ApiRequest) => (verb === 'GET' ? [] : see(`request ${verb} ${subjectOf(path)}`))
  interfere.push(look)
  return () => {
    const at = interfere.indexOf(look)
    if (at >= 0) interfere.splice(at, 1)
  }
}

/** What a path is about, whatever the host and the guest: `qemu/status/start`. */
const subjectOf = (path: string): string =>
  path
    .replace(/^\/nodes\/[^/]+/, '')
    .split('/')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .join('/')

/** Kills a process when its n-th request arrives, or once that was carried out and before it is answered. */
export function killAtRequest(running: RunningWorld, { event, nth, when }: KillPoint, kill: () => void): void {
  let met = 0
  const end = watchRequests(running, (seen) => {
    if (seen !== event || ++met !== nth) return []
    end()
    if (when === 'after') return [{ after: kill }]
    kill()
    return [{ instead: () => 'nothing' }]
  })
}
