import { type FormatCheck, type FormatChecks, matches } from './check.ts'

const REALM = '[A-Za-z][A-Za-z0-9.\\-_]+'
const USER = '[^\\s:/]+'
const NODE = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?'

/** An identifier of at least two characters that starts with a letter. */
function longId(kind: string): FormatCheck {
  return (text) => {
    if (text.length < 2) return `${kind} ID '${text}' cannot be shorter than 2 characters`
    return /^[a-z][a-z0-9\-_.]*[a-z0-9]$/i.test(text) ? undefined : `${kind} ID '${text}' contains illegal characters`
  }
}

const userId: FormatCheck = (text) => {
  if (text.length < 3) return `user name '${text}' is too short`
  if (text.length > 64) return `user name '${text}' is too long (${text.length} > 64)`
  if (new RegExp(`^${USER}@${REALM}$`).test(text)) return undefined
  return `value '${text}' does not look like a valid user name`
}

const poolId: FormatCheck = (text) => {
  if (text.split('/').length > 3) return `pool name '${text}' nested too deeply (max levels = 3)`
  const fine = /^[A-Za-z0-9.\-_]+(?:\/[A-Za-z0-9.\-_]+){0,2}$/.test(text)
  return fine ? undefined : `pool name '${text}' contains invalid characters`
}

const replicationJobId: FormatCheck = (text) => {
  const [, guest] = /^(\d+)-\d+$/.exec(text) ?? []
  if (guest === undefined) return `invalid replication job id '${text}'`
  return Number(guest) < 100 ? `invalid replication job id '${text}' (guest IDs < 100 are reserved)` : undefined
}

const vlanIdOrRange: FormatCheck = (text) => {
  // An end of 0 counts as none, for Perl takes it for false.
  const [, start, end] = /^(\d+)(?:-(?:0$|(\d+)))?$/.exec(text) ?? []
  if (start === undefined) return `invalid VLAN configuration '${text}'`
  const wrong = [start, end].find((tag) => tag !== undefined && (Number(tag) < 2 || Number(tag) > 4094))
  if (wrong !== undefined) return `invalid VLAN tag '${wrong}'`
  if (end === undefined || Number(start) < Number(end)) return undefined
  return `VLAN range must go from lower to higher tag '${text}'`
}

/** Names and numbers of the things that Proxmox keeps. */
export const identifierChecks: FormatChecks = {
  'acme-plugin-id': longId('ACME plugin'),
  'graphite-path': matches(new RegExp(`^(?:${NODE}\\.)*${NODE}$`), 'value does not look like a valid graphite path'),
  'ldap-simple-attr': matches(
    /^[a-zA-Z0-9]+$/,
    (text) => `value '${text}' does not look like a simple ldap attribute name`,
  ),
  'pve-acme-alias': matches(
    /^[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_][a-z0-9_-]*)+$/i,
    (text) => `value '${text}' does not look like a valid alias name!`,
  ),
  'pve-acme-domain': matches(
    /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/i,
    (text) => `value '${text}' does not look like a valid domain name!`,
  ),
  'pve-bridge-id': matches(/^[-.\w]+$/, (text) => `invalid bridge ID '${text}'`),
  'pve-configid': matches(/^[a-z][a-z0-9_-]+$/i, (text) => `invalid configuration ID '${text}'`),
  'pve-groupid': matches(/^[A-Za-z0-9.\-_]+$/, (text) => `group name '${text}' contains invalid characters`),
  'pve-ha-group-node': matches(new RegExp(`^${NODE}(?::\\d+)?$`), 'value does not look like a valid ha group node'),
  'pve-ha-node': matches(new RegExp(`^${NODE}(?::\\d+)?$`), 'value does not look like a valid ha node'),
  'pve-ha-resource-id': matches(/^[a-z]+:\S+$/, 'value does not look like a valid ha resource id'),
  'pve-ha-resource-or-vm-id': matches(/^(?:[a-z]+:\S+|\d+)$/, 'value does not look like a valid ha resource id'),
  'pve-iface': matches(/^[a-z][a-z0-9_]{1,20}(?:[:.]\d+)?$/i, (text) => `invalid network interface name '${text}'`),
  'pve-node': matches(new RegExp(`^${NODE}$`), 'value does not look like a valid node name'),
  'pve-poolid': poolId,
  'pve-realm': matches(new RegExp(`^${REALM}$`), 'value does not look like a valid realm'),
  'pve-replication-job-id': replicationJobId,
  'pve-roleid': matches(/^[A-Za-z0-9.\-_]+$/, (text) => `role name '${text}' contains invalid characters`),
  'pve-sdn-bgp-rt': (text) => {
    const parts = /^(\d+):(\d+)$/.exec(text)?.slice(1) ?? ['-']
    const fine = parts.every((part) => Number(part) <= 0xffffffff)
    return fine ? undefined : 'value does not look like a valid bgp route-target'
  },
  'pve-sdn-fabric-id': matches(
    /^[a-zA-Z0-9][a-zA-Z0-9-]{0,6}[a-zA-Z0-9]?$/,
    (text) => `Fabric ID '${text}' contains illegal characters`,
  ),
  'pve-sdn-vnet-id': sdnId('vnet'),
  'pve-sdn-zone-id': sdnId('zone'),
  'pve-storage-id': longId('storage'),
  'pve-storage-vgname': matches(
    /^[a-z0-9][a-z0-9\-_.]*[a-z0-9]$/i,
    (text) => `lvm name '${text}' contains illegal characters`,
  ),
  'pve-tokenid': matches(
    new RegExp(`^${USER}@${REALM}!${REALM}$`),
    (text) => `value '${text}' does not look like a valid token ID`,
  ),
  'pve-userid': userId,
  'pve-vlan-id-or-range': vlanIdOrRange,
  'pve-vmid': matches(/^[1-9][0-9]{2,8}$/, 'value does not look like a valid VM ID'),
}

/** Zones and vnets name Linux devices, hence the eight characters. */
function sdnId(kind: string): FormatCheck {
  return (text) => {
    if (!/^[a-z][a-z0-9]*[a-z0-9]$/i.test(text)) return `${kind} ID '${text}' contains illegal characters`
    return text.length > 8 ? `${kind} ID '${text}' can't be more length than 8 characters` : undefined
  }
}
