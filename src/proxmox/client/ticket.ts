import { UserError } from '../../user-error.ts'
import type { Clock } from '../../world/clock.ts'
import type { Redaction } from '../../world/redaction.ts'
import type { PasswordLogin } from '../credentials/login.ts'
import { expected, readRecord, readText } from '../decode.ts'
import type { Authentication, Pass } from './authentication.ts'
import { isProxmoxError } from './error.ts'

type Ask = (values: Readonly<Record<string, string>>) => Promise<unknown>

interface Ticket {
  readonly text: string
  readonly csrf: string
  readonly since: number
}

const MINUTE_MS = 60_000
// A ticket lives two hours; the margins are for clocks that differ and for requests under way.
const RENEW_AFTER_MS = 90 * MINUTE_MS
const EXPIRES_AFTER_MS = 115 * MINUTE_MS

/** Logs in with a password when first asked, renews the ticket before it expires, and logs in anew when refused. */
export function openTicketSession(
  login: PasswordLogin,
  ask: Ask,
  { clock, redaction }: { readonly clock: Clock; readonly redaction: Redaction },
): Authentication {
  redaction.add([login.password])
  const { totp: askCode } = login
  const totp =
    askCode &&
    (async () => {
      const code = await askCode()
      redaction.add([code])
      return code
    })
  let held: { readonly ticket: Ticket; readonly pass: Pass } | undefined
  let coming: Promise<Pass> | undefined

  const obtain = async (): Promise<Pass> => {
    const answer = await renewOrLogIn({ ...login, totp }, held?.ticket, clock.now(), ask)
    const ticket = { ...readTicket(answer), since: clock.now() }
    redaction.add([ticket.text, ticket.csrf])
    const pass = passOf(ticket)
    held = { ticket, pass }
    return pass
  }
  return {
    async current() {
      if (held !== undefined && clock.now() - held.ticket.since < RENEW_AFTER_MS) return held.pass
      // Requests that find no ticket at the same moment share one login.
      coming ??= obtain().finally(() => {
        coming = undefined
      })
      return await coming
    },
    forget(pass) {
      if (held?.pass === pass) held = undefined
    },
  }
}

async function renewOrLogIn(login: PasswordLogin, ticket: Ticket | undefined, now: number, ask: Ask): Promise<unknown> {
  const { username } = login
  if (ticket !== undefined && now - ticket.since < EXPIRES_AFTER_MS) {
    try {
      // A ticket is accepted in place of the password, without the second factor.
      return await ask({ username, password: ticket.text })
    } catch (error) {
      if (!isProxmoxError(error, 'proxmox-authentication')) throw error
    }
  }
  const answer = await ask({ username, password: login.password })
  const challenge = readText(readRecord(answer)?.ticket) ?? ''
  if (!challenge.startsWith('PVE:!tfa!')) return answer
  if (login.totp === undefined) {
    throw new UserError('proxmox-second-factor', `${username} needs a second factor to log in to Proxmox`, {
      hint: 'say in `proxmox.credentials.totp` where the current one-time code is found, or use an API token',
    })
  }
  return await ask({ username, password: `totp:${await login.totp()}`, 'tfa-challenge': challenge })
}

function readTicket(answer: unknown): { readonly text: string; readonly csrf: string } {
  const record = readRecord(answer)
  return {
    text: expected(readText(record?.ticket), 'a ticket'),
    csrf: expected(readText(record?.CSRFPreventionToken), 'a CSRF prevention token'),
  }
}

function passOf({ text, csrf }: Ticket): Pass {
  const cookie = { Cookie: `PVEAuthCookie=${encodeURIComponent(text)}` }
  return {
    headers: (verb) => (verb === 'GET' ? cookie : { ...cookie, CSRFPreventionToken: csrf }),
    renewable: true,
  }
}
