import { callerOf } from '../../sim/proxmox/auth/caller.ts'
import { dispatch } from '../../sim/proxmox/dispatch.ts'
import { Failure } from '../../sim/proxmox/failure.ts'
import { failureAnswer, successAnswer } from '../../sim/proxmox/http/answer.ts'
import type { Simulator } from '../../sim/proxmox/simulator.ts'
import { readAnswer } from '../../src/proxmox/client/answer.ts'
import type { CallValues } from '../../src/proxmox/client/call-types.ts'
import type { ProxmoxClient } from '../../src/proxmox/client/client.ts'
import { encodeCall } from '../../src/proxmox/client/encode.ts'
import type { Verb } from '../../src/proxmox/tables/types.ts'
import { createTaskPace } from '../../src/proxmox/tasks/task-pace.ts'

/** Asks a simulated Proxmox as somebody, without a network in between. */
export function directCall(sim: Simulator, userid = 'root@pam') {
  const entry = sim.world.hosts[0]?.name ?? ''
  return async (verb: Verb, template: string, values: CallValues): Promise<unknown> => {
    const { path, query, form } = encodeCall(verb, template, values)
    const params = Object.fromEntries(new URLSearchParams(form ?? query))
    const request = { entry, verb, path: decodeURIComponent(path), params, caller: callerOf(userid), byToken: false }
    const { result, forwarded } = await dispatch(sim, request)
    const isFailure = result instanceof Failure
    const written = isFailure ? failureAnswer('json', result, forwarded) : successAnswer('json', result, forwarded)
    const { status, reason, body = '', contentType: type = '' } = written
    return readAnswer(`${verb} ${path}`, { status, reason, type, text: body.toString(), location: undefined })
  }
}

/** A client of root that asks in this way, for tests with thousands of calls. */
export function directClient(sim: Simulator): ProxmoxClient {
  const ask = directCall(sim)
  const call = (verb: Verb) => (template: string, values: CallValues) => ask(verb, template, values)
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
    upload: () => Promise.reject(new Error('files are not uploaded without a network')),
    close: () => undefined,
    skew: () => undefined,
    world: { clock: sim.clock, random: () => 0 },
    taskPace: createTaskPace(sim.clock),
  }
}
