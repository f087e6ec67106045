import type { Desired, Machine } from '../../../src/resolve/desired.ts'
import type { WrittenWorld } from '../seed.ts'
import { devicePath, mappedDevices } from './carried.ts'
import { dhcpFor } from './dhcp.ts'
import { hostsFor } from './hosts.ts'
import { storagesFor } from './storages.ts'
import { schematicsFor } from './taken-for-granted.ts'
import { templatesFor } from './templates.ts'

/** Secrets with which a world lets people in. */
export interface Keys {
  /** The password of root@pam. */
  readonly password: string
  /** The secret of the API token. */
  readonly secret: string
}

/** The user and the token that a cluster's world lets in, beside root. */
export const TOKEN_USER = 'talmox@pve'
export const TOKEN_ID = `${TOKEN_USER}!talmox`

/** Three hosts, for a file that leaves them to Proxmox. */
const ORDINARY_HOSTS = ['pve1', 'pve2', 'pve3']

/** A datacenter in which the cluster of a file fits: all that the file takes for granted is there. */
export function worldFor(desired: Desired, keys: Keys): WrittenWorld {
  const { proxmox, machines } = desired
  const names = proxmox.hosts.length > 0 ? proxmox.hosts : ORDINARY_HOSTS
  const templates = templatesFor(desired, names)
  return {
    kind: 'World',
    flavour: '9.2',
    // A single host has no corosync, and a cluster of one is no cluster.
    ...(names.length > 1 ? { cluster: 'talmox' } : {}),
    nodes: hostsFor(desired, names),
    storages: storagesFor(desired, names, templates.volumes),
    vms: templates.vms,
    pci_mappings: mappingsFor(machines, names),
    users: [{ userid: 'root@pam', password: keys.password }, { userid: TOKEN_USER }],
    tokens: [{ 'full-tokenid': TOKEN_ID, secret: keys.secret, privsep: 0 }],
    acl: [{ path: '/', ugid: TOKEN_USER, roleid: 'Administrator' }],
    factory: { url: desired.talos.factory, schematics: schematicsFor(desired) },
    dhcp: dhcpFor(desired),
    pools: proxmox.pool === undefined ? [] : [{ poolid: proxmox.pool }],
  }
}

function mappingsFor(machines: readonly Machine[], hosts: readonly string[]): WrittenWorld['pci_mappings'] {
  const mappings: Record<string, { node: string; path: string }[]> = {}
  for (const node of hosts) {
    for (const [at, name] of mappedDevices(machines, node).entries()) {
      mappings[name] = [...(mappings[name] ?? []), { node, path: devicePath(at) }]
    }
  }
  return mappings
}
