import { ip, ipv4 } from './addresses.ts'
import type { FormatCheck, FormatChecks } from './check.ts'
import { icmpTypes, protocolNames, protocolNumbers, serviceNames } from './service-names.ts'

const conntrackHelpers = new Set(['amanda', 'ftp', 'irc', 'netbios-ns', 'pptp', 'sane', 'sip', 'snmp', 'tftp'])

/** Rule lists are split by commas alone; an empty text has no elements, an empty element is an error. */
function elements(text: string): readonly string[] | undefined {
  const parts = text === '' ? [] : text.split(',')
  return parts.includes('') ? undefined : parts
}

const EXTRA_COMMAS = 'extraneous commas in list'

/** Ports by number, range or name; destination ports may also name ICMP types. */
function portSpec(destination: boolean): FormatCheck {
  return (text) => {
    const parts = elements(text)
    if (parts === undefined) return EXTRA_COMMAS
    const isIcmp = (part: string) => destination && icmpTypes.has(part)
    const wrong = parts.map((part) => (isIcmp(part) ? undefined : wrongPort(part)))
    const complaint = wrong.find((each) => each !== undefined)
    if (complaint !== undefined) return complaint
    const numbers = parts.flatMap((part) => part.match(/\d+/g) ?? []).length
    if (numbers > 0 && parts.some(isIcmp)) return 'ICMP ports not allowed in port range'
    return numbers > 15 ? 'too many entries in port list (> 15 numbers)' : undefined
  }
}

function wrongPort(part: string): string | undefined {
  const [, first, last] = /^(\d+)(?::(\d+))?$/.exec(part) ?? []
  if (first === undefined) return serviceNames.has(part) ? undefined : `invalid port '${part}'`
  const tooBig = [first, last].find((port) => Number(port ?? 0) > 65535)
  if (tooBig !== undefined) return `invalid port '${tooBig}'`
  if (last === undefined || Number(first) <= Number(last)) return undefined
  return `backwards range '${first}:${last}' not allowed, did you mean '${last}:${first}'?`
}

/** A set, an alias, or addresses, networks and one range of one family. */
const addressSpec: FormatCheck = (text) => {
  if (/^\+\S+$/.test(text)) return text.length > 65 ? 'ipset name too long' : undefined
  if (/^(?:dc\/|guest\/)?[A-Za-z][\w-]+$/.test(text)) return text.length > 64 ? 'alias name too long' : undefined
  const parts = elements(text)
  if (parts === undefined) return EXTRA_COMMAS
  const wrong = parts.find((part) => !isAddress(part))
  if (wrong !== undefined) return `invalid IP address: ${addressComplaint(wrong)}`
  const families = new Set(parts.map((part) => ipv4(part.split(/[/-]/)[0] ?? '')))
  if (families.size > 1) return `detected mixed ipv4/ipv6 addresses in address list '${text}'`
  return parts.length > 1 && parts.some((part) => part.includes('-')) ? "you can't use a range in a list" : undefined
}

function isAddress(part: string): boolean {
  const [, host = '', length, end] = /^([^/-]+)(?:\/(\d+)|-([^/-]+))?$/.exec(part) ?? []
  if (!ip(host)) return false
  if (end !== undefined) return ip(end) && ipv4(end) === ipv4(host)
  return length === undefined || Number(length) <= (ipv4(host) ? 32 : 128)
}

function addressComplaint(part: string): string {
  const host = part.replace(/\/\d+$/, '')
  if (ip(host))
    return `Prefix length ${part.slice(host.length + 1)} is longer than IP address (${ipv4(host) ? 32 : 128})`
  if (/[^0-9a-fA-F.:]/.test(host)) return `Invalid chars in IP ${host}`
  const quad = host.split('.').find((each) => Number(each) > 255)
  return quad === undefined ? `Invalid IP address ${host}` : `Invalid quad in IP address ${host} - ${quad}`
}

/** Parts of firewall rules. */
export const firewallChecks: FormatChecks = {
  'pve-fw-addr-spec': addressSpec,
  'pve-fw-conntrack-helper': (text) => {
    const parts = elements(text)
    if (parts === undefined) return EXTRA_COMMAS
    const unknown = parts.find((part) => !conntrackHelpers.has(part))
    return unknown === undefined ? undefined : `unknown helper ${unknown}`
  },
  'pve-fw-dport-spec': portSpec(true),
  'pve-fw-icmp-type-spec': (text) =>
    text === '' || icmpTypes.has(text) ? undefined : `invalid icmp-type value '${text}'`,
  'pve-fw-protocol-spec': (text) =>
    text === '' || protocolNames.has(text) || protocolNumbers.has(text) ? undefined : `unknown protocol '${text}'`,
  'pve-fw-sport-spec': portSpec(false),
}
