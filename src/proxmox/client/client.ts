import type { Connection } from '../credentials/connection.ts'
import type { Verb } from '../tables/types.ts'
import { createTaskPace, type TaskPace } from '../tasks/task-pace.ts'
import { readAnswer } from './answer.ts'
import { createAuthentication } from './authentication.ts'
import type { CallOptions, CallValues, ParametersOf, PathOf } from './call-types.ts'
import { type Outgoing, plainCall, type Upload, uploadCall } from './outgoing.ts'
import { retrying } from './retry.ts'
import { createWire } from './round-trip.ts'
import { secretValues } from './secret-parameters.ts'
import { createTurns } from './turns.ts'
import type { ProxmoxWorld } from './world.ts'

type Call<V extends Verb> = <P extends PathOf<V>>(
  path: P,
  parameters: ParametersOf<V, P>,
  options?: CallOptions,
) => Promise<unknown>

/** The Proxmox API; answers are `unknown`, since what Proxmox documents about them is not what it sends. */
export interface ProxmoxClient {
  readonly get: Call<'GET'>
  readonly post: Call<'POST'>
  readonly put: Call<'PUT'>
  readonly delete: Call<'DELETE'>
  readonly upload: (upload: Upload, options?: CallOptions) => Promise<unknown>
  /** Milliseconds by which the clock of Proxmox is ahead, as far as its last answer tells. */
  readonly skew: () => number | undefined
  /** Closes idle connections. */
  readonly close: () => void
  /** What it waits by, for those who wait on its behalf. */
  readonly world: Pick<ProxmoxWorld, 'clock' | 'random'>
  /** How long tasks of this Proxmox take, as far as anybody has waited for them. */
  readonly taskPace: TaskPace
}

/** Makes a client; nothing is sent until the first call. */
export function createClient(connection: Connection, world: ProxmoxWorld): ProxmoxClient {
  const { roundTrip, skew, close } = createWire(connection, world)
  const { clock, random, log, redaction } = world
  const inTurn = createTurns()

  const askForTicket = async (values: CallValues) => {
    redaction.add(secretValues(values))
    const outgoing = plainCall('POST', '/access/ticket', values, {})
    return readAnswer(outgoing.call, await roundTrip(outgoing))
  }
  const authentication = createAuthentication(connection.login, askForTicket, world)

  const attempt = async (outgoing: Outgoing): Promise<unknown> => {
    const pass = await authentication.current()
    const answer = await roundTrip(outgoing, pass)
    if (answer.status !== 401 || !pass.renewable) return readAnswer(outgoing.call, answer)
    authentication.forget(pass)
    return readAnswer(outgoing.call, await roundTrip(outgoing, await authentication.current()))
  }

  const perform = (outgoing: Outgoing): Promise<unknown> => {
    const once = () => inTurn(outgoing.target, () => attempt(outgoing))
    const { retry = true, reread, signal } = outgoing.options
    if (!retry) return once()
    const onRetry = (error: Error, delay: number) =>
      log.debug(redaction.mask(`in ${Math.round(delay)} ms again: ${error.message}`))
    return retrying(once, { clock, random, isRead: outgoing.verb === 'GET', reread, signal, onRetry })
  }

  const call =
    (verb: Verb) =>
    async (path: string, values: CallValues, options: CallOptions = {}) => {
      redaction.add(secretValues(values))
      return await perform(plainCall(verb, path, values, options))
    }
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    delete: call('DELETE'),
    upload: async (upload, options = {}) => await perform(await uploadCall(upload, options)),
    skew,
    close,
    world: { clock, random },
    taskPace: createTaskPace(clock),
  }
}
