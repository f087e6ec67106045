import { isIPv4, isIPv6 } from 'node:net'
import { either, type FormatCheck, type FormatChecks, matches } from './check.ts'

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?'
const MAIL_USER = '[\\w+~-]+(?:\\.[\\w+~-]+)*'
const MAIL = `${MAIL_USER}@[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)*`

/** Whether a text is an IPv4 address. */
export const ipv4 = (text: string): boolean => isIPv4(text)
/** Whether a text is an IPv6 address without a zone. */
export const ipv6 = (text: string): boolean => isIPv6(text) && !text.includes('%')
/** Whether a text is an address of either family. */
export const ip = (text: string): boolean => ipv4(text) || ipv6(text)

/** A network with a prefix length; Proxmox wants at least 8 bits in both families. */
function cidr(address: (text: string) => boolean, bits: number): (text: string) => boolean {
  return (text) => {
    const [, host = '', length = ''] = /^([^/]+)\/(\d+)$/.exec(text) ?? []
    return address(host) && Number(length) > 7 && Number(length) <= bits
  }
}

/** Whether a text is an IPv4 network. */
export const cidrv4 = cidr(ipv4, 32)
/** Whether a text is an IPv6 network. */
export const cidrv6 = cidr(ipv6, 128)

function holds(test: (text: string) => boolean, complaint: string): FormatCheck {
  return (text) => (test(text) ? undefined : complaint)
}

const netmasks = new Set(
  Array.from({ length: 33 }, (_, bits) => {
    const mask = bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0
    return [24, 16, 8, 0].map((shift) => (mask >>> shift) & 255).join('.')
  }),
)

const dnsName = matches(new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`), 'value does not look like a valid DNS name')
const anyIp = holds(ip, 'value does not look like a valid IP address')

/** An address, or a network whose prefix fits its family. */
const ipOrCidr: FormatCheck = (text) => {
  const [, host = '', length] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? []
  if (!ip(host)) return 'value does not look like a valid IP address or CIDR network'
  const bits = ipv4(host) ? 32 : 128
  if (length === undefined || Number(length) <= bits) return undefined
  return `Prefix length ${length} is longer than IP address (${bits})`
}

/** Addresses, networks, names of hosts and of mailboxes. */
export const addressChecks: FormatChecks = {
  address: either([anyIp, dnsName], (text) => `value does not look like a valid address: ${text}`),
  CIDR: holds((text) => cidrv4(text) || cidrv6(text), 'value does not look like a valid CIDR network'),
  CIDRv4: holds(cidrv4, 'value does not look like a valid IPv4 CIDR network'),
  CIDRv6: holds(cidrv6, 'value does not look like a valid IPv6 CIDR network'),
  'dns-name': dnsName,
  email: matches(new RegExp(`^${MAIL}$`), 'value does not look like a valid email address'),
  'email-or-username': matches(
    new RegExp(`^(?:${MAIL}|${MAIL_USER})$`),
    'value does not look like a valid email address or user name',
  ),
  ip: anyIp,
  IPorCIDR: ipOrCidr,
  IPorCIDRorAlias: (text) => (/^(?:dc\/|guest\/)?[A-Za-z][\w-]+$/.test(text) ? undefined : ipOrCidr(text)),
  ipv4: holds(ipv4, 'value does not look like a valid IPv4 address'),
  ipv4mask: holds((text) => netmasks.has(text), 'value does not look like a valid IP netmask'),
  ipv6: holds(ipv6, 'value does not look like a valid IPv6 address'),
  'mac-addr': matches(
    /^[a-f0-9][02468ace](?::[a-f0-9]{2}){5}$/i,
    'value does not look like a valid unicast MAC address',
  ),
  'mac-prefix': matches(
    /^[a-f0-9][02468ace](?::[a-f0-9]{2}){0,2}(?::[a-f0-9]?)?$/i,
    'value is not a valid unicast MAC address prefix',
  ),
  'pve-ipv4-config': holds(
    (text) => text === 'dhcp' || text === 'manual' || cidrv4(text),
    'value does not look like a valid ipv4 network configuration',
  ),
  'pve-ipv6-config': holds(
    (text) => text === 'auto' || text === 'dhcp' || text === 'manual' || cidrv6(text),
    'value does not look like a valid ipv6 network configuration',
  ),
  'pve-sdn-subnet-id': (text) => {
    const [, address, length] = text.split('-')
    const network = text.includes('/') ? text : `${address}/${length}`
    return cidrv4(network) || cidrv6(network) ? undefined : 'value does not look like a valid CIDR network'
  },
  'pve-storage-server': either([anyIp, dnsName], 'value does not look like a valid server name or IP address'),
  'pve-storage-portal-dns': either(
    [
      holds(ip, ''),
      matches(/^[a-zA-Z0-9.-]+(?::\d+)?$/, ''),
      (text) => {
        const [, host = ''] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? []
        return ip(host) || /^[a-zA-Z0-9.-]+$/.test(host) ? undefined : ''
      },
      (text) => (ipv6(text.replace(/\.\d+$/, '')) ? undefined : ''),
    ],
    'value does not look like a valid portal address',
  ),
}
