import type { Endpoint } from './connect.ts'
import { isProxmoxError, ProxmoxError } from './error.ts'
import type { Answer, Message } from './exchange.ts'

/** Sends a message to whichever endpoint can be reached. */
export type Send = (message: Message) => Promise<Answer & { readonly endpoint: Endpoint }>

/**
 * Stays with the endpoint that answered last and goes on to the next only where no connection came about: then the
 * request was not sent, so that even a write may go elsewhere.
 */
export function createSend(
  endpoints: readonly Endpoint[],
  exchange: (endpoint: Endpoint, message: Message) => Promise<Answer>,
): Send {
  let current = 0
  let everAnswered = false
  return async (message) => {
    const start = current
    const failures: ProxmoxError[] = []
    for (const offset of endpoints.keys()) {
      const at = (start + offset) % endpoints.length
      const endpoint = endpoints[at]
      if (endpoint === undefined) continue
      try {
        const answer = await exchange(endpoint, message)
        current = at
        everAnswered = true
        return { ...answer, endpoint }
      } catch (error) {
        if (!isProxmoxError(error, 'proxmox-unreachable')) throw error
        failures.push(error)
      }
    }
    throw unreachable(failures, message.call, everAnswered)
  }
}

// Before anything ever answered, the address is most likely wrong; later, it is a restart that is worth waiting for.
function unreachable(failures: readonly ProxmoxError[], call: string, everAnswered: boolean): ProxmoxError {
  const [first] = failures
  return new ProxmoxError(failures.map(({ message }) => message).join('; '), {
    code: 'proxmox-unreachable',
    again: everAnswered ? 'later' : 'never',
    call,
    hint: first?.hint,
    cause: first?.cause,
  })
}
