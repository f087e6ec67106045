import type { Release } from '../tables/types.ts'
import { addressChecks } from './addresses.ts'
import { checkCalendarEvent } from './calendar-event.ts'
import { type FormatCheck, type FormatChecks, matches, splitList } from './check.ts'
import { firewallChecks } from './firewall.ts'
import { guestChecks } from './guests.ts'
import { idPair } from './id-pair.ts'
import { identifierChecks } from './identifiers.ts'
import { privileges } from './privileges.ts'

/** Every named format of the schema that is not a property string. */
export const formatChecks: FormatChecks = {
  ...addressChecks,
  ...firewallChecks,
  ...guestChecks,
  ...identifierChecks,
  'bridge-pair': idPair(identifierChecks['pve-bridge-id']),
  'pve-calendar-event': checkCalendarEvent,
  'pve-day-of-week': matches(/^(?:mon|tue|wed|thu|fri|sat|sun)$/, (text) => `invalid day '${text}'`),
  'pve-task-status-type': matches(/^(?:ok|error|warning|unknown)$/i, (text) => `invalid status '${text}'`),
  'storage-pair': idPair(identifierChecks['pve-storage-id']),
  string: () => undefined,
  urlencoded: matches(/^[-%a-zA-Z0-9_.!~*'()]*$/, (text) => `invalid urlencoded string: ${text}`),
}

/** What Proxmox says of a text that must have a named format; nothing when it is fine. */
export function checkFormat(name: string, text: string, release: Release = '9'): string | undefined {
  const [, base = name, plural] = /^(.*?)(?:-(list|opt))?$/.exec(name) ?? []
  const check = checkOf(base, release)
  if (plural === 'opt' && (text === '' || text === '0')) return undefined
  if (plural !== 'list') return check(text)
  for (const part of splitList(text)) {
    const complaint = check(part)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

function checkOf(name: string, release: Release): FormatCheck {
  if (name === 'pve-priv') return (text) => (privileges[release].has(text) ? undefined : `invalid privilege '${text}'`)
  const check = formatChecks[name]
  if (check === undefined) throw new Error(`the schema names the format ${name}, which has no check`)
  return check
}
