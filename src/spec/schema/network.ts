import { z } from 'zod'
import { field, kind, part } from './field.ts'
import { route } from './route.ts'
import { cidr, dnsName, httpsUrl, ipAddress, mac, oneOrMore } from './values.ts'

/** A Linux bridge or SDN network that a NIC is plugged into. */
export const bridge = kind(
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,14}$/, 'not a bridge name: a letter, then up to 14 letters, digits, _ . or -'),
  { title: 'bridge', description: 'A bridge or SDN network of the Proxmox hosts.', examples: ['vmbr0'] },
)
export const vlan = z.int().min(1, 'a VLAN is 1 to 4094').max(4094, 'a VLAN is 1 to 4094')
export const mtu = z
  .int()
  .min(1)
  .max(65520)
  .refine((value) => value === 1 || value >= 576, "an MTU is 576 to 65520, or 1 for the bridge's own")

const selector = part(
  'NicSelector',
  'How Talos finds a NIC; all keys that are written must fit.',
  z
    .strictObject({
      mac: field(mac, { description: 'MAC address of the NIC.', example: 'BC:24:11:62:36:54' }),
      busPath: field(z.string().min(1), { description: 'PCI path, with `*` as wildcard.', example: '0000:06:*' }),
      driver: field(z.string().min(1), { description: 'Kernel driver.', example: 'virtio_net' }),
      pciID: field(z.string().regex(/^[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}$/), {
        description: 'PCI vendor and device.',
        example: '1AF4:1000',
      }),
      physical: field(z.boolean(), { description: 'Any physical NIC.', example: true }),
    })
    .refine((value) => Object.keys(value).length > 0, 'an empty selector matches every link')
    .meta({ minProperties: 1 }),
)

const nic = z.strictObject({
  bridge: field(bridge, {
    description: 'Bridge or SDN network.',
    example: 'vmbr1',
    derived: 'the bridge of the first NIC',
  }),
  vlan: field(vlan, { description: 'VLAN tag, 1–4094.', example: 40 }),
  mtu: field(mtu, { description: "MTU, 576–65520, or 1 for the bridge's own.", example: 9000 }),
  cidr: field(oneOrMore(cidr), {
    description: 'Network of this NIC; with it the machine gets a static address.',
    example: '10.40.0.0/24',
    derived: 'DHCP',
  }),
  addresses: field(z.union([z.string().regex(/^\+\d+$/), z.array(ipAddress).min(1)]), {
    description: 'Offset of the first machine of the pool within `cidr`, or one address per machine.',
    example: '+20',
    derived: "as far into `cidr` as the pool's `addresses` are into the cluster's network",
  }),
  gateway: field(oneOrMore(ipAddress), {
    description: 'Gateway, when this NIC carries the default route.',
    example: '10.40.0.1',
  }),
  routes: field(z.array(route), {
    description: 'Further routes of this NIC.',
    example: [{ network: '10.41.0.0/16', gateway: '10.40.0.254' }],
  }),
  mac: field(mac, {
    description: 'MAC address; useful only for a single node.',
    example: 'BC:24:11:00:40:01',
    derived: 'computed',
  }),
  model: field(z.enum(['virtio', 'e1000', 'e1000e', 'vmxnet3', 'rtl8139']), {
    description: 'Emulated card.',
    example: 'virtio',
    derived: 'virtio',
  }),
  queues: field(z.int().min(1).max(16), { description: "Queues, 1–16, at most the machine's CPUs.", example: 4 }),
  firewall: field(z.boolean(), {
    description: 'Let the Proxmox firewall filter this NIC.',
    example: true,
    derived: 'off',
  }),
  selector: field(selector, {
    description: 'How Talos finds this NIC.',
    example: { driver: 'virtio_net' },
    derived: 'by its MAC address',
  }),
})

/** Network keys that may differ between machines. */
export const machineNetworkShape = {
  bridge: field(bridge, { description: 'Bridge or SDN network of the first NIC.', example: 'vmbr0', default: 'vmbr0' }),
  vlan: field(vlan, { description: 'VLAN tag of the first NIC, 1–4094.', example: 7 }),
  mtu: field(mtu, { description: "MTU of the first NIC, 576–65520, or 1 for the bridge's own.", example: 1500 }),
  routes: field(z.array(route), {
    description: 'Routes of the first NIC besides the default one, which `network.gateway` is.',
    example: [{ network: '10.8.0.0/16', gateway: '192.168.1.254' }],
  }),
  nics: field(z.array(part('Nic', 'A further NIC.', nic)).max(31), {
    description: 'Further NICs, after the first one that the other keys describe.',
    example: [{ bridge: 'vmbr1', cidr: '10.40.0.0/24' }],
  }),
  selector: field(selector, {
    description: 'How Talos finds the first NIC; never by a guessed interface name.',
    example: { physical: true },
    derived: 'by its MAC address',
  }),
}

/** Network keys that may differ between machines, as a part. */
export const machineNetwork = part('MachineNetwork', 'NICs of machines.', z.strictObject(machineNetworkShape))

/** Network keys of the cluster as a whole. */
export const clusterNetworkShape = {
  cidr: field(
    oneOrMore(cidr).refine((list) => list.length <= 2, 'at most one IPv4 and one IPv6 network'),
    {
      description: 'Network of the machines; a list of an IPv4 and an IPv6 network for dual stack.',
      example: '192.168.1.0/24',
    },
  ),
  gateway: field(oneOrMore(ipAddress), {
    description: 'Default gateway, one for each network.',
    example: '192.168.1.1',
  }),
  dns: field(z.array(ipAddress).min(1), {
    description: 'Name servers, in order.',
    example: ['192.168.1.1', '1.1.1.1'],
    derived: '1.1.1.1 and 8.8.8.8 with static addresses, or the same servers by IPv6; else what DHCP says',
  }),
  searchDomains: field(z.array(dnsName), { description: 'Search domains.', example: ['home.lan'] }),
  ntp: field(z.array(z.union([ipAddress, dnsName])).min(1), {
    description: 'Time servers.',
    example: ['time.cloudflare.com'],
    derived: "Talos' own",
  }),
  vip: field(oneOrMore(ipAddress), {
    description: 'Virtual address of the Kubernetes API, held by one of the control planes at a time.',
    example: '192.168.1.210',
  }),
  endpoint: field(httpsUrl, {
    description: 'Address of the Kubernetes API, when it is neither the VIP nor the first control plane.',
    example: 'https://k8s.example.com:6443',
    derived: 'the VIP, else the first control plane',
  }),
  addressing: field(z.enum(['static', 'dhcp', 'reserved']), {
    description:
      "`static`: addresses computed here and given by Proxmox's cloud-init drive. `dhcp`: learnt from the guest agent. `reserved`: DHCP that was told our MAC addresses and the addresses computed here.",
    example: 'static',
    default: 'static',
  }),
  macPrefix: field(
    z
      .string()
      .regex(
        /^[0-9A-Fa-f][02468ACEace](:[0-9A-Fa-f]{2}){1,2}$/,
        'two or three bytes of a unicast prefix, such as BC:24:11',
      )
      .transform((text) => text.toUpperCase()),
    {
      description:
        'First bytes of computed MAC addresses, for those who sort by them; the shorter, the fewer collisions.',
      example: 'BC:24:11',
      derived: 'locally administered addresses',
    },
  ),
}
