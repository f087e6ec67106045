import type { Path } from '../../spec/problem.ts'
import { choice, type Flag, type Flags, text } from '../flag.ts'

const cluster = 'Cluster'
const proxmox = 'Proxmox'
const network = 'Network'

/** The choices that `talmox init` takes; a value is checked where it ends up, by the rules of the cluster file itself. */
export const choiceFlags = {
  name: text('NAME', { group: cluster, about: 'name of the cluster', otherwise: 'homelab' }),
  controlPlanes: text('N', { group: cluster, about: 'number of control planes', otherwise: '3' }),
  workers: text('N', { group: cluster, about: 'number of workers', otherwise: '3' }),
  talosVersion: text('VERSION', { group: cluster, about: 'Talos version', otherwise: 'v1.13.9' }),
  endpoint: text('URL', { group: proxmox, about: 'address of the Proxmox API', otherwise: 'https://pve1.lan:8006' }),
  fingerprint: text('SHA256', {
    group: proxmox,
    about: 'fingerprint of its certificate, where no authority vouches for it',
    otherwise: 'none',
  }),
  hosts: text('A,B,C', { group: proxmox, about: 'hosts that may carry machines', otherwise: 'all' }),
  storage: text('NAME', { group: proxmox, about: "storage of the machines' disks", otherwise: 'local-lvm' }),
  imageMode: choice('MODE', ['import', 'template', 'iso'], {
    group: proxmox,
    about: 'where machines get their Talos from',
    otherwise: 'import',
  }),
  bridge: text('NAME', { group: network, about: 'bridge of the machines', otherwise: 'vmbr0' }),
  vlan: text('TAG', { group: network, about: 'VLAN of the machines', otherwise: 'none' }),
  addressing: choice('HOW', ['static', 'dhcp', 'reserved'], {
    group: network,
    about: 'how machines get their addresses',
    otherwise: 'static',
  }),
  cidr: text('NETWORK', { group: network, about: 'network of the machines', otherwise: '192.168.1.0/24' }),
  gateway: text('ADDRESS', { group: network, about: 'default gateway', otherwise: 'the first of the network' }),
  dns: text('A,B', { group: network, about: 'name servers', otherwise: '1.1.1.1 and 8.8.8.8' }),
  vip: text('ADDRESS', {
    group: network,
    about: 'virtual address of the Kubernetes API',
    otherwise: 'the ninth of the network, with several control planes',
  }),
} as const satisfies Flags

/** What was chosen, as it was written. */
export type Choices = { readonly [Name in keyof typeof choiceFlags]: ReturnTypeOf<(typeof choiceFlags)[Name]> }
type ReturnTypeOf<Of> = Of extends Flag<infer Value> ? Value : never

/** Where each choice ends up in the file, so that what is wrong there can be said of the flag. */
export const choicePaths: Readonly<Record<keyof Choices, Path>> = {
  name: ['name'],
  controlPlanes: ['controlPlane', 'count'],
  workers: ['workers', 'general', 'count'],
  talosVersion: ['talos', 'version'],
  endpoint: ['proxmox', 'endpoint'],
  fingerprint: ['proxmox', 'tls', 'fingerprint'],
  hosts: ['proxmox', 'hosts'],
  storage: ['proxmox', 'storage'],
  imageMode: ['image', 'mode'],
  bridge: ['network', 'bridge'],
  vlan: ['network', 'vlan'],
  addressing: ['network', 'addressing'],
  cidr: ['network', 'cidr'],
  gateway: ['network', 'gateway'],
  dns: ['network', 'dns'],
  vip: ['network', 'vip'],
}
