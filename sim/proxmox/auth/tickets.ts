import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, seconds } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'

const LIFETIME = 2 * 3600
const GRACE = 300

function signature(world: World, text: string): string {
  return createHmac('sha256', world.access.ticketKey).update(text).digest('base64').replace(/=+$/, '')
}

function isSigned(world: World, text: string, given: string): boolean {
  const wanted = Buffer.from(signature(world, text))
  const got = Buffer.from(given)
  return wanted.length === got.length && timingSafeEqual(wanted, got)
}

const stamp = (clock: Clock): string => seconds(clock).toString(16).toUpperCase().padStart(8, '0')

function isFresh(clock: Clock, hex: string): boolean {
  const age = seconds(clock) - Number.parseInt(hex, 16)
  return age > -GRACE && age < LIFETIME
}

/** A ticket for a user, or for a challenge that is bound to one by `bound`. */
export function assembleTicket(world: World, clock: Clock, data: string, bound = ''): string {
  const text = `PVE:${data}:${stamp(clock)}`
  return `${text}::${signature(world, text + bound)}`
}

/** What a valid ticket says; undefined for any other text. */
export function readTicket(world: World, clock: Clock, ticket: string, bound = ''): string | undefined {
  const [, text = '', data, time = '', given = ''] = /^(PVE:(.+):([0-9A-F]{8}))::([^\s:]+)$/.exec(ticket) ?? []
  return isFresh(clock, time) && isSigned(world, text + bound, given) ? data : undefined
}

/** The token that a browser must send along with each change. */
export function assembleCsrfToken(world: World, clock: Clock, userid: string): string {
  const time = stamp(clock)
  return `${time}:${signature(world, `csrf:${time}:${userid}`)}`
}

/** Whether such a token is valid for a user. */
export function isCsrfToken(world: World, clock: Clock, userid: string, token: string): boolean {
  const [, time = '', given = ''] = /^([0-9A-F]{8}):(\S+)$/.exec(token) ?? []
  return isFresh(clock, time) && isSigned(world, `csrf:${time}:${userid}`, given)
}
