import { visible } from '../../spec/visible-text.ts'
import { readRecord } from '../decode.ts'
import { ProxmoxError } from './error.ts'
import type { Answer } from './exchange.ts'
import { diagnose } from './refusals.ts'

const LONGEST_TEXT = 2000

/** The data of an answer; throws what Proxmox refused, or what is not an answer of Proxmox at all. */
export function readAnswer(call: string, answer: Answer): unknown {
  const { status, text, type } = answer
  if (status >= 300 && status < 400) throw redirected(call, answer)
  const isPage = type.includes('text/html') || /^\s*</.test(text)
  // A gateway's own error page says no more than its status.
  if (status === 404 || (isPage && (status < 502 || status > 504))) throw notTheApi(call, answer)
  const body = readJson(text)
  if (status >= 400) throw refused(call, answer, body)
  if (body === undefined || !('data' in body)) throw garbled(call, answer)
  return body.data
}

/** Untrusted text of several lines as one line that can be shown. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => visible(line.trim()))
  return lines
    .filter((line) => line !== '')
    .join('; ')
    .slice(0, LONGEST_TEXT)
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return readRecord(JSON.parse(text))
  } catch {
    return undefined
  }
}

// All releases say what is wrong in the reason phrase, newer ones also, and in full, in the body.
function refused(call: string, { status, reason }: Answer, body: Readonly<Record<string, unknown>> | undefined) {
  const message = typeof body?.message === 'string' ? oneLine(body.message) : ''
  const said = message || oneLine(reason)
  const parameters = Object.fromEntries(
    Object.entries(readRecord(body?.errors) ?? {}).map(([name, fault]) => [visible(name), oneLine(String(fault))]),
  )
  const details = Object.entries(parameters).map(([name, fault]) => `${name}: ${fault}`)
  const everything = [said, ...details].join('; ').slice(0, LONGEST_TEXT)
  return new ProxmoxError(`Proxmox answered ${status} to ${call}: ${everything}`, {
    ...diagnose(everything, status),
    call,
    status,
    reason: said,
    parameters,
  })
}

const redirected = (call: string, { status, location }: Answer) =>
  new ProxmoxError(`the answer to ${call} was a redirection to ${placeOf(location)}`, {
    code: 'proxmox-not-api',
    again: 'never',
    call,
    status,
    hint: 'write the address of the Proxmox host itself to `proxmox.endpoint`',
  })

/** Where a redirection leads, without what may hold a secret: the name before the host, the query and the fragment. */
function placeOf(location: string | undefined): string {
  const here = 'https://here.invalid'
  if (location === undefined) return 'nowhere'
  if (!URL.canParse(location, here)) return 'what is not an address'
  const { protocol, host, pathname } = new URL(location, here)
  const origin = `${protocol}//${host}`
  return visible(origin === here ? pathname : origin + pathname).slice(0, LONGEST_TEXT)
}

const notTheApi = (call: string, { status }: Answer) =>
  new ProxmoxError(`the answer to ${call} (status ${status}) is not one of the Proxmox API, but a web page`, {
    code: 'proxmox-not-api',
    again: 'never',
    call,
    status,
    hint: 'check `proxmox.endpoint`: the API is at https://HOST:8006, and a proxy in front must pass /api2 on',
  })

const garbled = (call: string, { status }: Answer) =>
  new ProxmoxError(`the answer to ${call} broke off or is not JSON`, {
    code: 'proxmox-answer',
    again: 'unknown',
    call,
    status,
    hint: 'the connection or a proxy in between is at fault',
  })
