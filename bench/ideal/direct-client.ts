import { callerOf } from '../../sim/proxmox/auth/caller.ts'
import { type ApiRequest, dispatch } from '../../sim/proxmox/dispatch.ts'
import { Failure } from '../../sim/proxmox/failure.ts'
import { failureAnswer, successAnswer } from '../../sim/proxmox/http/answer.ts'
import type { RunningWorld } from '../../sim/start.ts'
import { readAnswer } from '../../src/proxmox/client/answer.ts'
import type { CallValues } from '../../src/proxmox/client/call-types.ts'
import type { ProxmoxClient } from '../../src/proxmox/client/client.ts'
import type { Verb } from '../../src/proxmox/tables/types.ts'
import { type Clock, wait } from '../../src/world/clock.ts'

const TASK = /\/tasks\/(UPID:[^/]+)\/status$/

/**
 * A client that nothing stands between: calls take no time, but for those that change something, of which nobody can do
 * without, and a question after a task is answered at the very moment at which it ends.
 */
export function directClient({ sim, world }: RunningWorld, clock: Clock, latencyMs: number): ProxmoxClient {
  const entry = world.hosts[0]?.name ?? ''
  const call =
    (verb: Verb) =>
    async (template: string, values: CallValues): Promise<unknown> => {
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
      const params: ApiRequest['params'] = Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          template.includes(`{${name}}`) ? [] : [[name, wire(value)]],
        ),
      )
      const upid = TASK.exec(path)?.[1]
      if (upid !== undefined) await sim.workers.ended(upid)
      if (verb !== 'GET' && latencyMs > 0) await wait(clock, latencyMs)
      const { result, forwarded } = await dispatch(sim, {
        entry,
        verb,
        path,
        params,
        caller: callerOf('root@pam'),
        byToken: false,
      })
      const {
        status,
        reason,
        body = '',
        contentType = '',
      } = result instanceof Failure
        ? failureAnswer('json', result, forwarded)
        : successAnswer('json', result, forwarded)
      return readAnswer(`${verb} ${path}`, { status, reason, text: body, type: contentType, location: undefined })
    }
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
    upload: () => Promise.reject(new Error('nothing is uploaded here')),
    skew: () => undefined,
    close: () => undefined,
    world: { clock, random: () => 0.5 },
  }
}

/** A value as a form carries it. */
function wire(value: CallValues[string]): string | readonly string[] {
  if (typeof value === 'boolean') return String(Number(value))
  return typeof value === 'object' ? value.map(String) : String(value)
}
