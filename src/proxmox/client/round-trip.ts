import type { Connection } from '../credentials/connection.ts'
import type { Pass } from './authentication.ts'
import { connectSecurely, contextOf } from './connect.ts'
import { createSend } from './endpoints.ts'
import { type Answer, createAgents, exchange } from './exchange.ts'
import type { Outgoing } from './outgoing.ts'
import { skewOf } from './skew.ts'
import type { ProxmoxWorld } from './world.ts'

/** Sends a call once and brings its answer back, whatever it says. */
export interface Wire {
  readonly roundTrip: (outgoing: Outgoing, pass?: Pass) => Promise<Answer>
  /** Milliseconds by which the server's clock is ahead, as far as its last answer tells. */
  readonly skew: () => number | undefined
  /** Closes idle connections. */
  readonly close: () => void
}

const CONNECT_MS = 10_000
const ANSWER_MS = 60_000
// What explains a refusal is far shorter; what is longer is cut before any work is spent on it.
const LONGEST_REFUSAL = 64 * 1024

/** Makes the wire to the endpoints of a connection; every exchange gets a number in the log. */
export function createWire(connection: Pick<Connection, 'endpoints' | 'trust'>, world: ProxmoxWorld): Wire {
  const { endpoints, trust } = connection
  const { log, redaction, dial, clock } = world
  if (trust.kind === 'anything') log.warn(UNCHECKED)
  const trusting = { trust, context: contextOf(trust) }
  const agents = createAgents((address) => {
    const endpoint = endpoints.find(({ host, port }) => host === address.host && port === address.port)
    if (endpoint === undefined) throw new Error(`${address.host} is not an endpoint`)
    return connectSecurely(endpoint, trusting, dial, CONNECT_MS)
  })
  const send = createSend(endpoints, (endpoint, message) => exchange(agents, endpoint, message))
  let lastNumber = 0
  let lastSkew: number | undefined
  return {
    async roundTrip(outgoing, pass) {
      lastNumber += 1
      const note = stopwatch(`#${lastNumber} ${outgoing.call} ${outgoing.described}`, (line) =>
        log.debug(redaction.mask(line)),
      )
      const { deadline = ANSWER_MS, signal } = outgoing.options
      const headers = { Accept: 'application/json', ...pass?.headers(outgoing.verb) }
      try {
        const asked = clock.now()
        const answer = await send({ ...outgoing, headers, deadline, signal })
        lastSkew = skewOf(answer.date, asked, clock.now()) ?? lastSkew
        note(`${answer.status} from ${answer.endpoint.url}`)
        // Proxmox repeats refused values, among them secret ones.
        return answer.status < 300 ? answer : masked(answer, redaction.mask)
      } catch (error) {
        note(error instanceof Error ? error.message : 'interrupted')
        throw error
      }
    },
    skew: () => lastSkew,
    close() {
      agents.kept.destroy()
      agents.fresh.destroy()
    },
  }
}

const UNCHECKED =
  'the certificate of Proxmox is not checked (proxmox.tls.insecure): whoever is in between can read the token'

function stopwatch(name: string, write: (line: string) => void): (end: string) => void {
  const started = performance.now()
  return (end) => write(`${name.trimEnd()}: ${end}, ${Math.round(performance.now() - started)} ms`)
}

const masked = (answer: Answer, mask: (text: string) => string): Answer => ({
  ...answer,
  reason: mask(answer.reason),
  location: answer.location === undefined ? undefined : mask(answer.location),
  text: mask(answer.text.slice(0, LONGEST_REFUSAL)),
})
