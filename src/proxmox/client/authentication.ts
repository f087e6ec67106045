import type { Clock } from '../../world/clock.ts'
import type { Redaction } from '../../world/redaction.ts'
import type { Login } from '../credentials/login.ts'
import type { Verb } from '../tables/types.ts'
import { openTicketSession } from './ticket.ts'

/** What a request shows to be let in. */
export interface Pass {
  readonly headers: (verb: Verb) => Readonly<Record<string, string>>
  /** Whether a refused pass may be replaced by a new one; a refused token stays refused. */
  readonly renewable: boolean
}

/** Hands out passes. */
export interface Authentication {
  readonly current: () => Promise<Pass>
  /** Told that a pass was refused. */
  readonly forget: (pass: Pass) => void
}

/** Makes the authentication for a login; `ask` posts to `/access/ticket`. */
export function createAuthentication(
  login: Login,
  ask: (values: Readonly<Record<string, string>>) => Promise<unknown>,
  world: { readonly clock: Clock; readonly redaction: Redaction },
): Authentication {
  if (login.kind === 'password') return openTicketSession(login, ask, world)
  world.redaction.add([login.token, login.token.slice(login.token.indexOf('=') + 1)])
  const pass = { headers: () => ({ Authorization: `PVEAPIToken=${login.token}` }), renewable: false }
  return { current: async () => pass, forget: () => undefined }
}
