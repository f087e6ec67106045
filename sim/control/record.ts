import { appendFileSync, writeFileSync } from 'node:fs'
import { isSecretParameter } from '../../src/proxmox/client/secret-parameters.ts'
import { createRedaction, type Redaction } from '../../src/world/redaction.ts'
import type { Exchange } from '../proxmox/hooks.ts'
import type { RunningWorld } from '../start.ts'
import type { World } from '../world/world.ts'

/** Writes every request and what was answered to a file from now on, a JSON text per line, without any secret. */
export function recordTo(file: string, { sim }: RunningWorld): void {
  const redaction = createRedaction(secretsOf(sim.world))
  writeFileSync(file, '', { mode: 0o600 })
  sim.hooks.afterAnswer.push((exchange) => {
    // Users and tokens change through requests like any other.
    if (exchange.request.path.startsWith('/access') && exchange.request.verb !== 'GET')
      redaction.add(secretsOf(sim.world))
    const at = new Date(sim.clock.now()).toISOString()
    appendFileSync(file, `${lineOf(exchange, at, redaction)}\n`)
  })
}

function secretsOf({ access }: World): string[] {
  const own = access.users.flatMap(({ password, totp, keys, tokens }) => [
    ...[password, totp, keys].filter((secret) => secret !== undefined),
    ...tokens.map(({ secret }) => secret),
  ])
  return [access.ticketKey, ...own]
}

// Tickets are made anew each time, so nobody could know them beforehand; their form tells them.
const TICKET = /PVE[A-Z]*:[^"\\\s]+?::[A-Za-z0-9+/=]+/g
const CSRF_TOKEN = /("CSRFPreventionToken":")[^"]*/g

function lineOf({ request, sent, took }: Exchange, at: string, redaction: Redaction): string {
  const { entry, verb, path, caller, params, upload } = request
  const shown = Object.entries(params).map(([name, value]) => [name, isSecretParameter(name) ? '******' : value])
  const line = {
    at,
    took: Math.round(took),
    host: entry,
    as: caller.id,
    method: verb,
    path,
    params: Object.fromEntries(shown),
    ...(upload === undefined ? {} : { upload: upload.filename }),
    ...answerOf(sent),
  }
  const text = JSON.stringify(line)
  return redaction.mask(text.replaceAll('\\"', '\\u0022').replace(TICKET, '******').replace(CSRF_TOKEN, '$1******'))
}

function answerOf(sent: Exchange['sent']): object {
  if (sent === 'nothing') return { dropped: true }
  const { status, reason, body } = 'brokenOff' in sent ? sent.brokenOff : sent
  return { status, reason, ...('brokenOff' in sent ? { dropped: true } : {}), answer: readable(body?.toString()) }
}

/** JSON as what it is, so that the record can be searched; anything else as text. */
function readable(body: string | undefined): unknown {
  try {
    return body === undefined ? null : JSON.parse(body)
  } catch {
    return body
  }
}
