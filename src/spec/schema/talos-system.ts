import { z } from 'zod'
import { field, part, required } from './field.ts'
import { cidr, size } from './values.ts'

const duration = z.string().regex(/^(\d+(h|m|s|ms))+$/, 'not a duration: write it as 30s or 1m30s')
const sink = z.string().regex(/^(udp|tcp):\/\/[^\s/]+:\d{1,5}\/?$/, 'not a receiver: write it as udp://10.0.0.9:5140')
const name = (what: string) =>
  z.string().regex(/^[a-z0-9]([a-z0-9-]{0,32}[a-z0-9])?$/, `not a ${what} name: lower-case letters, digits and dashes`)
const port = z.union([
  z.int().min(1).max(65_535),
  z.string().regex(/^\d{1,5}-\d{1,5}$/, 'not a range of ports: write it as 30000-32767'),
])

const volume = part(
  'Volume',
  'A volume on a further disk, mounted at `/var/mnt/<name>`.',
  z
    .strictObject({
      name: required(name('volume'), {
        description: 'Its name, and the folder it is mounted at.',
        example: 'longhorn',
      }),
      disk: field(z.int().min(1).max(30), {
        description: 'Which of the further disks it is on, counted from 1.',
        example: 1,
        derived: 'the first',
      }),
      match: field(z.string().min(1), {
        description: 'An expression that picks the disk instead, from contract v1.10 on.',
        example: 'disk.transport == "nvme" && !system_disk',
      }),
      minSize: field(size, { description: 'Least room it needs.', example: '100GiB' }),
      maxSize: field(size, { description: 'Most room it takes.', example: '200GiB', derived: 'all of the disk' }),
      filesystem: field(z.enum(['xfs', 'ext4']), { description: 'File system.', example: 'ext4', derived: 'xfs' }),
    })
    .refine(({ disk, match }) => disk === undefined || match === undefined, 'name either disk or match'),
)

const firewallRule = part(
  'FirewallRule',
  'Traffic that may come in.',
  z.strictObject({
    protocol: field(z.enum(['tcp', 'udp', 'icmp', 'icmpv6']), {
      description: 'Protocol.',
      example: 'udp',
      derived: 'tcp',
    }),
    ports: required(z.array(port).min(1), {
      description: 'Ports and ranges of ports.',
      example: [50000, '30000-32767'],
    }),
    from: required(z.array(cidr).min(1), { description: 'Networks it may come from.', example: ['192.168.1.0/24'] }),
  }),
)

/** What Talos does besides Kubernetes, machine by machine. */
export const talosSystemShape = {
  volumes: field(z.array(volume), {
    description: 'Volumes on further disks.',
    example: [{ name: 'longhorn', disk: 1 }],
  }),
  watchdog: field(
    z.strictObject({
      device: field(z.string().regex(/^\/dev\/watchdog\d*$/, 'not a watchdog: write it as /dev/watchdog0'), {
        description: 'The timer, which `vm.watchdog` gives the machine.',
        example: '/dev/watchdog0',
        derived: '/dev/watchdog0',
      }),
      timeout: field(duration, {
        description: 'How long the machine may hang before it is restarted, at least 10s.',
        example: '2m',
        derived: '1m',
      }),
    }),
    {
      description: 'Feed the hardware watchdog, so that a machine that hangs is restarted.',
      example: { timeout: '2m' },
    },
  ),
  logs: field(
    z.strictObject({
      kernel: field(z.record(name('receiver'), sink), {
        description: 'Receivers of kernel messages, by name.',
        example: { lab: 'udp://192.168.1.9:5140' },
      }),
      services: field(z.array(sink).min(1), {
        description: "Receivers of the services' logs, as JSON lines.",
        example: ['tcp://192.168.1.9:5141'],
      }),
      events: field(z.string().regex(/^[^\s/]+:\d{1,5}$/, 'not host:port'), {
        description: "Receiver of Talos' events.",
        example: '192.168.1.9:8080',
      }),
    }),
    { description: 'Where logs and events are sent.', example: { services: ['tcp://192.168.1.9:5141'] } },
  ),
  firewall: field(
    z.strictObject({
      default: field(z.enum(['accept', 'block']), {
        description: 'What happens to traffic that no rule lets in.',
        example: 'block',
        derived: 'block',
      }),
      rules: field(z.record(name('rule'), firewallRule), {
        description:
          'Traffic that may come in, by name; with `block`, everything that machines need of each other too.',
        example: { 'talos-api': { ports: [50000], from: ['192.168.1.0/24'] } },
      }),
    }),
    {
      description: "Talos' own firewall for traffic that comes in.",
      example: { default: 'block', rules: { 'talos-api': { ports: [50000], from: ['192.168.1.0/24'] } } },
    },
  ),
}

/** What Talos does besides Kubernetes, for the cluster as a whole. */
export const clusterTalosSystemShape = {
  discovery: field(z.boolean(), {
    description:
      'Let machines find each other by the discovery service of Sidero Labs, which sees only encrypted data.',
    example: false,
    default: true,
  }),
  kubePrism: field(
    z.strictObject({
      port: required(z.int().min(1).max(65_535), { description: 'Its port on every machine.', example: 7446 }),
    }),
    {
      description: 'Where each machine reaches any healthy API server, at its own `localhost`.',
      example: { port: 7446 },
      derived: 'port 7445',
    },
  ),
  hostDNS: field(
    z
      .strictObject({
        enabled: field(z.boolean(), {
          description: 'Let each machine keep names that were looked up.',
          example: true,
          derived: 'on',
        }),
        forwardFromPods: field(z.boolean(), {
          description:
            'Let the DNS of the cluster ask it; off for Cilium with `bpf.masquerade`, which it does not get along with.',
          example: false,
          derived: 'on while `enabled` is',
        }),
      })
      .refine(
        ({ enabled, forwardFromPods }) => enabled !== false || forwardFromPods !== true,
        'nothing can be forwarded to a name server that is off',
      ),
    {
      description: 'The name server that each machine has for itself.',
      example: { forwardFromPods: false },
      derived: 'on, and asked by the DNS of the cluster',
    },
  ),
  apiAccess: field(
    z.strictObject({
      roles: required(z.array(z.enum(['os:reader', 'os:operator', 'os:etcd:backup', 'os:admin'])).min(1), {
        description: 'Roles that pods may have.',
        example: ['os:reader'],
      }),
      namespaces: required(z.array(z.string().min(1)).min(1), {
        description: 'Namespaces whose pods may ask for one.',
        example: ['kube-system'],
      }),
    }),
    {
      description: 'Let pods use the Talos API, as the cloud controller manager of Talos does.',
      example: { roles: ['os:reader'], namespaces: ['kube-system'] },
    },
  ),
}
