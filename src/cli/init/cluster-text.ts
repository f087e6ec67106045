import type { Choices } from './choices.ts'
import { type Found, storageFor } from './found.ts'
import { addressIn, items, networkOf, spareAddress } from './network-choices.ts'
import { unusualSubnets } from './subnet-choices.ts'
import { list, number, oneOrMore, scalar } from './yaml-text.ts'

/** The first address of the control planes and of the workers, counted from the start of the network. */
const firstAddress = { controlPlanes: 10, workers: 20 }

/** A commented cluster file for what was chosen and found; nothing in it is checked here. */
export function clusterText(chosen: Choices, found?: Found): string {
  const choices = withFound(chosen, found)
  return [
    '# A Talos Linux Kubernetes cluster on Proxmox VE.',
    '# talmox validate checks this file, talmox show shows what it comes to.',
    'apiVersion: talmox.dev/v1alpha1',
    'kind: Cluster',
    "# Part of every machine's identity, so it never changes.",
    `name: ${scalar(choices.name ?? 'homelab')}`,
    '',
    ...proxmoxLines(choices, found),
    '',
    ...networkLines(choices, found),
    '',
    'talos:',
    `  version: ${scalar(choices.talosVersion ?? 'v1.13.9')}`,
    '  # System extensions in the image; qemu-guest-agent is always among them.',
    '  extensions: [iscsi-tools, util-linux-tools]',
    '',
    ...imageLines(choices),
    '',
    ...subnetLines(choices),
    ...machineLines(choices),
    ...deviceLines(found),
    '',
  ].join('\n')
}

/** What Proxmox has stands in for what nobody chose. */
function withFound(choices: Choices, found: Found | undefined): Choices {
  if (found === undefined) return choices
  const usual = found.bridges.includes('vmbr0') ? 'vmbr0' : found.bridges[0]
  return {
    ...choices,
    endpoint: choices.endpoint ?? found.endpoint,
    hosts: choices.hosts ?? (found.hosts.length === 0 ? undefined : found.hosts.join(',')),
    storage: choices.storage ?? storageFor(found, 'images'),
    bridge: choices.bridge ?? usual,
  }
}

function proxmoxLines(
  { endpoint, fingerprint, hosts, storage, imageMode }: Choices,
  found: Found | undefined,
): string[] {
  const images = found === undefined ? undefined : storageFor(found, imageMode === 'iso' ? 'iso' : 'import')
  const known = (found?.storages ?? []).map(({ id, content }) => `${id} (${content.join(', ')})`)
  return [
    'proxmox:',
    '  # Or a list: the first that answers. The API token is read from PROXMOX_VE_API_TOKEN.',
    `  endpoint: ${oneOrMore(items(endpoint ?? 'https://pve1.lan:8006'))}`,
    ...(fingerprint === undefined ? [] : [`  tls: { fingerprint: ${oneOrMore(items(fingerprint))} }`]),
    '  # Hosts that may carry machines; without this, all that are online.',
    hosts === undefined ? '  # hosts: [pve1, pve2, pve3]' : `  hosts: ${list(items(hosts))}`,
    '  storage:',
    ...(known.length === 0 ? [] : [`    # All hosts have ${known.join(', ')}.`]),
    `    disks: ${scalar(storage ?? 'local-lvm')}`,
    '    # Needs the content types import and iso.',
    `    images: ${scalar(images ?? 'local')}`,
  ]
}

function deviceLines(found: Found | undefined): string[] {
  const known = (found?.mappings ?? []).map(({ id, hosts }) => `${id} (${hosts.join(', ')})`)
  if (known.length === 0) return []
  return ['', `# PCI devices that a pool or a node can have with \`gpu: NAME\`: ${known.join(', ')}.`]
}

function imageLines({ imageMode = 'import' }: Choices): string[] {
  return [
    'image:',
    '  # import: a disk image that Proxmox 8.4 or newer downloads. template: clones of a template. iso: boot and install.',
    `  mode: ${scalar(imageMode)}`,
    ...(imageMode === 'template'
      ? ['  # Made from the factory image when it is not there.', '  template: { name: "talos-{version}-base" }']
      : []),
  ]
}

function networkLines(choices: Choices, found: Found | undefined): string[] {
  const { bridge = 'vmbr0', vlan, addressing = 'static', dns } = choices
  const bridges = found?.bridges ?? []
  return [
    'network:',
    ...(bridges.length < 2 ? [] : [`  # All hosts have ${bridges.join(', ')}.`]),
    `  bridge: ${scalar(bridge)}`,
    vlan === undefined ? '  # vlan: 7' : `  vlan: ${number(vlan)}`,
    '  # static: computed here, no DHCP server needed. dhcp: learnt. reserved: DHCP with the MAC addresses of talmox show.',
    `  addressing: ${scalar(addressing)}`,
    ...addressLines(choices),
    dns === undefined
      ? '  # dns: [192.168.1.1]   # by default 1.1.1.1 and 8.8.8.8, or what DHCP says'
      : `  dns: ${list(items(dns))}`,
  ]
}

function subnetLines(choices: Choices): string[] {
  const unusual = unusualSubnets(networksOf(choices))
  if (unusual.length === 0) return []
  return [
    'kubernetes:',
    '  # The usual network would overlap that of the machines.',
    ...unusual.map(({ key, list: networks }) => `  ${key}: ${list(networks)}`),
    '',
  ]
}

function networksOf({ cidr, addressing }: Choices): string[] {
  return items(cidr ?? (addressing === 'dhcp' ? '' : '192.168.1.0/24')).map(networkOf)
}

function addressLines(choices: Choices): string[] {
  const networks = networksOf(choices)
  const gateways =
    choices.gateway === undefined ? networks.flatMap((network) => addressIn(network, 1n) ?? []) : items(choices.gateway)
  const several = Number(choices.controlPlanes ?? 3) > 1
  const vip = choices.vip ?? (several ? spareAddress(networks[0], gateways) : undefined)
  return [
    ...(networks.length === 0 && choices.cidr === undefined ? [] : [`  cidr: ${oneOrMore(networks)}`]),
    ...(gateways.length === 0 ? [] : [`  gateway: ${oneOrMore(gateways)}`]),
    '  # Address of the Kubernetes API, held by one of the control planes at a time; no machine may have it.',
    vip === undefined ? '  # vip: 192.168.1.9' : `  vip: ${oneOrMore(items(vip))}`,
  ]
}

function machineLines({ controlPlanes = '3', workers = '3', addressing }: Choices): string[] {
  const first = Math.max(firstAddress.workers, firstAddress.controlPlanes + (Number(controlPlanes) || 0))
  const pool = [
    '  general:',
    `    count: ${number(workers)}`,
    '    cores: 8',
    '    memory: 16GiB',
    '    disk: 50GiB',
    '    vmids: 3000-3999',
    ...(addressing === 'dhcp' ? [] : [`    addresses: +${first}`]),
  ]
  return [
    '# Insists on at least three control planes, and an odd number of them.',
    `ha: ${isHa(controlPlanes)}`,
    'controlPlane:',
    `  count: ${number(controlPlanes)}`,
    '  cores: 4',
    '  memory: 8GiB',
    '  disk: 40GiB',
    '  vmids: 2000-2999',
    ...(addressing === 'dhcp'
      ? []
      : [
          '  # Counted from the start of the network: machine 1 gets this one, machine 2 the next.',
          `  addresses: +${firstAddress.controlPlanes}`,
        ]),
    '',
    '# Pools of workers, by name; without any, pods run on the control planes.',
    ...(/^0+$/.test(workers) ? ['# workers:', ...pool.map((line) => `#${line}`)] : ['workers:', ...pool]),
  ]
}

function isHa(controlPlanes: string): boolean {
  const count = Number(controlPlanes)
  return count >= 3 && count % 2 === 1
}
