import { type Clock, seconds } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { ANONYMOUS, type Caller, callerOf } from './caller.ts'
import { enabledUser } from './login.ts'
import { isCsrfToken, readTicket } from './tickets.ts'

/** The parts of a request that say who asks. */
export interface Proof {
  readonly verb: string
  /** The path below the format. */
  readonly path: string
  readonly cookie?: string | undefined
  readonly authorization?: string | undefined
  readonly csrfToken?: string | undefined
}

/** Who asks, or why that is not believed. */
export type Authentication = { readonly caller: Caller; readonly byToken: boolean } | { readonly refusal: string }

const OPEN_CALLS: ReadonlySet<string> = new Set([
  'GET /access/domains',
  'GET /access/ticket',
  'POST /access/ticket',
  'POST /access/vncticket',
  'POST /access/openid/login',
  'POST /access/openid/auth-url',
])

const REFUSED = { refusal: 'Authentication failed!' }

/** Finds out who asks: a ticket in the cookie goes before one in the header, and that before a token. */
export function authenticate(world: World, clock: Clock, proof: Proof): Authentication {
  const ticket = headerValue(proof.cookie, COOKIE) ?? headerValue(proof.authorization, COOKIE)
  const token = ticket === undefined ? headerValue(proof.authorization, TOKEN) : undefined
  if (OPEN_CALLS.has(`${proof.verb} ${proof.path}`)) return { caller: ANONYMOUS, byToken: token !== undefined }
  if (token !== undefined) return byToken(world, clock, token)
  if (ticket === undefined) return { refusal: 'No ticket' }
  return byTicket(world, clock, ticket, proof)
}

/** A path that takes uploads: these are checked for the right to upload, not for the browser's token. */
export const UPLOAD_PATH = /^\/nodes\/([^/]+)\/storage\/([^/]+)\/upload$/

function byTicket(world: World, clock: Clock, ticket: string, proof: Proof): Authentication {
  const userid = readTicket(world, clock, ticket)
  if (userid === undefined || enabledUser(world, clock, userid) === undefined) return REFUSED
  const changes = proof.verb !== 'GET' && !(proof.verb === 'POST' && UPLOAD_PATH.test(proof.path))
  if (changes && !isCsrfToken(world, clock, userid, proof.csrfToken ?? '')) {
    return { refusal: 'Permission denied - invalid csrf token' }
  }
  return { caller: callerOf(userid), byToken: false }
}

function byToken(world: World, clock: Clock, text: string): Authentication {
  const equals = text.lastIndexOf('=')
  const caller = callerOf(text.slice(0, Math.max(equals, 0)))
  const user = enabledUser(world, clock, caller.user)
  const token = user?.tokens.find((each) => each.tokenid === caller.token)
  const alive = token !== undefined && (token.expire === 0 || token.expire >= seconds(clock))
  return alive && token.secret === text.slice(equals + 1) ? { caller, byToken: true } : REFUSED
}

/** A name in a header, and how its value follows it. */
interface Named {
  readonly name: string
  readonly value: RegExp
}

const COOKIE: Named = { name: 'PVEAuthCookie', value: /(?:^|\s)PVEAuthCookie(?:=| )([^;]*)/ }
const TOKEN: Named = { name: 'PVEAPIToken', value: /(?:^|\s)PVEAPIToken(?:=| )([^;]*)/ }

/** The value of a name in a cookie or authorization header. */
function headerValue(header: string | undefined, { name, value }: Named): string | undefined {
  const found = header?.includes(name) ? value.exec(header)?.[1] : undefined
  return found === undefined || found === '' ? undefined : unescapeUri(found)
}

/** Decodes percent signs as the genuine server does: what is no escape stays. */
export function unescapeUri(text: string): string {
  if (!text.includes('%')) return text
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  const decoded = bytes.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(decoded, 'latin1').toString('utf8')
}
