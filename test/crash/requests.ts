import { Code, ConnectError } from '@connectrpc/connect'
import type { ApiRequest } from '../../sim/proxmox/dispatch.ts'
import type { Interference } from '../../sim/proxmox/hooks.ts'
import type { RunningWorld } from '../../sim/start.ts'
import type { CallListener } from '../../sim/talos/talos.ts'
import type { KillPoint } from './cli-process.ts'

/** Whether a point is a request, and not a line of the journal. */
export const isRequest = ({ event }: KillPoint): boolean => event.startsWith('request ')

/** What is done to a request when it comes. */
export interface Meeting {
  /** Whether it is lost on its way. */
  readonly lose?: true
  /** Told that it was carried out, before it is answered. */
  readonly after?: () => void
}

/** Calls to a machine that change something. */
const CHANGES = new Set([
  'ApplyConfiguration',
  'Bootstrap',
  'EtcdForfeitLeadership',
  'EtcdLeaveCluster',
  'EtcdRemoveMemberByID',
  'Reboot',
  'Reset',
  'Shutdown',
])

/** Shows every request that changes something, as an event: what happens between two lines of the journal; the result ends it. */
export function watchRequests({ sim, talos }: RunningWorld, see: (event: string) => Meeting | undefined): () => void {
  const { interfere } = sim.hooks
  const look = ({ verb, path }: ApiRequest): readonly Interference[] => {
    const meeting = verb === 'GET' ? undefined : see(`request ${verb} ${subjectOf(path)}`)
    if (meeting?.lose) return [{ instead: () => 'nothing' }]
    return meeting?.after === undefined ? [] : [{ after: meeting.after }]
  }
  const hear: CallListener = ({ method }) => {
    const meeting = CHANGES.has(method) ? see(`request talos/${method}`) : undefined
    if (meeting?.lose) throw new ConnectError('nobody is there to be answered', Code.Canceled)
    return meeting?.after
  }
  interfere.push(look)
  talos.onCall.push(hear)
  return () => {
    remove(interfere, look)
    remove(talos.onCall, hear)
  }
}

function remove<T>(from: T[], one: T): void {
  const at = from.indexOf(one)
  if (at >= 0) from.splice(at, 1)
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
    if (seen !== event || ++met !== nth) return undefined
    end()
    if (when === 'after') return { after: kill }
    kill()
    return { lose: true }
  })
}
