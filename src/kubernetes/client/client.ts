import { type Clock, wait } from '../../world/clock.ts'
import { connectSecurely, type Endpoint, parseEndpoint, secureContext } from './endpoint.ts'
import { isKubernetesError, KubernetesError } from './error.ts'
import { type Agents, createAgents, type Message, type Opened, openExchange, readText } from './exchange.ts'
import { refusal } from './refusals.ts'
import type { KubernetesAccess, KubernetesWorld } from './world.ts'

/** A request to the API. */
export interface Request {
  readonly method: Message['method']
  /** Path, with the values in it already escaped. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly contentType?: string
  /** Milliseconds that the answer may take. */
  readonly deadline?: number
  readonly signal?: AbortSignal | undefined
  /** Whether it may be sent again when nobody knows if it was carried out; reads always may. */
  readonly repeatable?: boolean
}

/** The Kubernetes API; answers are `unknown`, read by those who know what they asked for. */
export interface KubernetesClient {
  readonly request: (request: Request) => Promise<unknown>
  /** Opens an answer that goes on for as long as the server tells something. */
  readonly open: (request: Request) => Promise<Opened>
  /** Closes idle connections. */
  readonly close: () => void
  /** What it waits by, for those who wait on its behalf. */
  readonly clock: Clock
}

const CONNECT_MS = 5000
const ANSWER_MS = 30_000
const DELAYS_MS = [500, 1000, 2000, 4000]
const JITTER = 0.25

/** Makes a client; nothing is sent until the first call. */
export function createKubernetesClient(access: KubernetesAccess, world: KubernetesWorld): KubernetesClient {
  const { log, redaction, dial, clock } = world
  redaction.add([access.key])
  const endpoints = access.servers.map(parseEndpoint)
  const context = secureContext(access)
  const agents = createAgents(({ host, port }) =>
    connectSecurely(endpointAt(endpoints, host, port), context, dial, CONNECT_MS),
  )
  const send = createSend(endpoints, agents)

  const attempt = async (message: Message): Promise<{ readonly opened: Opened; readonly url: string }> => {
    const { opened, url } = await send(message)
    const status = opened.response.statusCode ?? 0
    log.debug(redaction.mask(`${message.call}: ${status} from ${url}`))
    if (status < 400) return { opened, url }
    throw refusal(message.call, status, redaction.mask(await readText(opened, message, url)))
  }
  const once = async (message: Message): Promise<unknown> => {
    const { opened, url } = await attempt(message)
    return parseAnswer(message.call, await readText(opened, message, url))
  }
  return {
    request: (request) => retrying(() => once(messageOf(request)), request, world),
    open: async (request) => (await retrying(() => attempt(messageOf(request)), request, world)).opened,
    close() {
      agents.kept.destroy()
      agents.fresh.destroy()
    },
    clock,
  }
}

function endpointAt(endpoints: readonly Endpoint[], host: string, port: number): Endpoint {
  const found = endpoints.find((each) => each.host === host && each.port === port)
  if (found === undefined) throw new Error(`${host} is not an endpoint`)
  return found
}

function messageOf({ method, path, query = {}, body, contentType, deadline = ANSWER_MS, signal }: Request): Message {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  const search = parameters.size === 0 ? '' : `?${parameters}`
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  return { method, target: path + search, body: text, contentType, call: `${method} ${path}`, deadline, signal }
}

function parseAnswer(call: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new KubernetesError(`the answer to ${call} broke off or is not JSON`, {
      code: 'kubernetes-answer',
      again: 'unknown',
      hint: 'the address may not be that of a Kubernetes API',
      cause,
    })
  }
}

type Send = (message: Message) => Promise<{ readonly opened: Opened; readonly url: string }>

/** Stays with the server that answered last, and goes on to the next where no connection came about. */
function createSend(endpoints: readonly Endpoint[], agents: Agents): Send {
  let current = 0
  return async (message) => {
    const failures: KubernetesError[] = []
    const start = current
    for (const offset of endpoints.keys()) {
      const at = (start + offset) % endpoints.length
      const endpoint = endpoints[at]
      if (endpoint === undefined) continue
      try {
        const opened = await openExchange(agents, endpoint, message)
        current = at
        return { opened, url: endpoint.url }
      } catch (error) {
        if (!isKubernetesError(error, 'kubernetes-unreachable')) throw error
        failures.push(error)
      }
    }
    const [first] = failures
    throw new KubernetesError(failures.map(({ message: text }) => text).join('; ') || 'no API server is known', {
      code: 'kubernetes-unreachable',
      again: 'later',
      hint: first?.hint,
      cause: first?.cause,
    })
  }
}

/** Tries again where that can help and cannot do harm. */
async function retrying<T>(
  attempt: () => Promise<T>,
  request: Request,
  { clock, random, log, redaction }: KubernetesWorld,
): Promise<T> {
  const mayRepeat = request.method === 'GET' || request.repeatable === true
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof KubernetesError) || error.again === 'never') throw error
      // Budgets of pods refuse with the same word as a busy server; who evicts decides how long to try.
      const isDecision = error.causes.some(({ reason }) => reason === 'DisruptionBudget')
      const delay = DELAYS_MS[tries]
      if (isDecision || delay === undefined || (error.again === 'unknown' && !mayRepeat)) throw error
      const span = Math.max(delay, (error.retryAfterSeconds ?? 0) * 1000) * (1 + JITTER * random())
      log.debug(redaction.mask(`in ${Math.round(span)} ms again: ${error.message}`))
      await wait(clock, span, request.signal)
    }
  }
}
