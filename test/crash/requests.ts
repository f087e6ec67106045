import type { ApiRequest } from '../../sim/proxmox/dispatch.ts'
import type { Interference } from '../../sim/proxmox/hooks.ts'
import type { RunningWorld } from '../../sim/start.ts'
import type { CliProcess, KillPoint } from './cli-process.ts'

/** Requests that change something, as events: what happens between two lines of the journal. */
const eventOf = ({ verb }: ApiRequest): string | undefined => (verb === 'GET' ? undefined : `request ${verb}`)

/** Whether a point is a request, and not a line of the journal. */
export const isRequest = ({ event }: KillPoint): boolean => event.startsWith('request ')

/** Notes every request that changes something; the result ends it and tells them. */
export function noteRequests({ sim }: RunningWorld): () => readonly string[] {
  const noted: string[] = []
  return hooked(
    sim.hooks.interfere,
    (request) => {
      const event = eventOf(request)
      if (event !== undefined) noted.push(event)
      return []
    },
    noted,
  )
}

/** Kills a process when its n-th request arrives, or once that was carried out and before it is answered. */
export function killAtRequest({ sim }: RunningWorld, { event, nth, when }: KillPoint, { child }: CliProcess): void {
  let met = 0
  const kill = () => void child.kill('SIGKILL')
  const end = hooked(
    sim.hooks.interfere,
    (request) => {
      if (eventOf(request) !== event || ++met !== nth) return []
      end()
      if (when === 'after') return [{ after: kill }]
      kill()
      return [{ instead: () => 'nothing' }]
    },
    [],
  )
}

type Ask = (request: ApiRequest) => readonly Interference[]

function hooked<T>(hooks: Ask[], ask: Ask, told: T): () => T {
  hooks.push(ask)
  return () => {
    const at = hooks.indexOf(ask)
    if (at >= 0) hooks.splice(at, 1)
    return told
  }
}
