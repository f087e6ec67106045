import { z } from 'zod'
import { field, part, partSection } from './field.ts'
import { hostName, httpsUrl, oneOrMore, poolId, secretSource, size, storageId } from './values.ts'

const storageShape = {
  disks: field(storageId, {
    description: "Storage of the machines' disks.",
    example: 'local-zfs',
    default: 'local-lvm',
  }),
  images: field(storageId, {
    description: 'Storage for downloaded Talos images and ISO files; a file storage with content `import` or `iso`.',
    example: 'local',
    default: 'local',
  }),
  templates: field(storageId, {
    description: "Storage of the templates' disks, in image mode `template`.",
    example: 'local-zfs',
    derived: 'the storage of the disks',
  }),
  cloudInit: field(storageId, {
    description: 'Storage of the cloud-init drive that carries a static address.',
    example: 'local-zfs',
    derived: 'the storage of the disks',
  }),
}

/** The four storages a cluster uses; a host, a role, a pool and a node may each name others. */
export const storageSettings = part('Storage', 'The four storages of a machine.', z.strictObject(storageShape))

const fingerprint = z
  .string()
  .regex(/^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}$/, 'not a SHA-256 fingerprint: 32 bytes written AA:BB:…')
  .transform((text) => text.toUpperCase())

const tls = z.strictObject({
  caFile: field(z.string().min(1), {
    description: "PEM file with the CA that signed the hosts' certificates (`/etc/pve/pve-root-ca.pem` of a host).",
    example: 'pve-root-ca.pem',
  }),
  fingerprint: field(oneOrMore(fingerprint), {
    description: 'SHA-256 fingerprint of the certificate of the endpoint, or one for each.',
    example: Array(32).fill('AB').join(':'),
  }),
  insecure: field(z.boolean(), {
    description: 'Accept any certificate; warned about, since anyone on the way can then read the token.',
    example: false,
    default: false,
  }),
})

const credentials = z.strictObject({
  type: field(z.enum(['token', 'password']), {
    description:
      "API token, or a user's password (needed for raw PCI addresses, which Proxmox allows only `root@pam`).",
    example: 'token',
    default: 'token',
  }),
  username: field(z.string().regex(/^[^\s:/]+@[A-Za-z][\w.-]+$/, 'not a Proxmox user: write it as root@pam'), {
    description: 'User and realm, with type `password`.',
    example: 'root@pam',
  }),
  from: field(secretSource, {
    description:
      'Where the token (`user@realm!name=secret`, made in Proxmox by `pveum user token add USER NAME`) or password is found.',
    example: { env: 'PROXMOX_VE_API_TOKEN' },
    default: { env: 'PROXMOX_VE_API_TOKEN' },
  }),
  totp: field(secretSource, {
    description: 'Where the current one-time code is found, for users with a second factor.',
    example: { command: ['oathtool', '--totp', '-b', '@totp.key'] },
  }),
})

/** What the file declares about one Proxmox host. */
export const hostShape = {
  cpu: field(z.int().min(1).max(8192), {
    description: 'Threads that machines may use.',
    example: 32,
    derived: 'asked from Proxmox',
  }),
  memory: field(size, {
    description: 'Memory that machines may use.',
    example: '128GiB',
    derived: 'asked from Proxmox',
  }),
  storages: field(z.record(storageId, size), {
    description: 'Free space per storage; a storage that is not listed here does not exist on this host.',
    example: { 'local-zfs': '800GiB' },
    derived: 'asked from Proxmox',
  }),
  pci: field(z.record(z.string().min(1), z.int().min(1)), {
    description:
      'PCI devices to pass through, by mapping name or address, with how many machines can take one; once any host lists some, a host without this key has none.',
    example: { rtx5070ti: 1 },
    derived: 'asked from Proxmox',
  }),
  storage: partSection(storageSettings, 'Storages to use on this host instead of `proxmox.storage`.'),
}

const hosts = z.union([
  z
    .array(hostName)
    .min(1)
    .superRefine((names, context) => {
      const seen = new Set<string>()
      for (const [index, name] of names.entries()) {
        if (seen.has(name)) context.addIssue({ code: 'custom', path: [index], message: `${name} is listed twice` })
        seen.add(name)
      }
    })
    .meta({ uniqueItems: true })
    .transform((names) => Object.fromEntries(names.map((name) => [name, {} as HostSpec]))),
  z.record(hostName, part('Host', 'What one Proxmox host has for this cluster.', z.strictObject(hostShape))),
])

/** What the file declares about one Proxmox host, read. */
export type HostSpec = z.output<z.ZodObject<typeof hostShape, z.core.$strict>>

/** How to reach Proxmox and which of its parts to use. */
export const proxmoxShape = {
  endpoint: field(oneOrMore(httpsUrl), {
    description: 'Address of the Proxmox API, or of several hosts of one cluster: the first that answers is used.',
    example: 'https://pve1.lan:8006',
    derived: 'the environment variable PROXMOX_VE_ENDPOINT',
  }),
  tls: field(tls, {
    description: "How the server's certificate is checked; without it, by the system's trusted CAs.",
    example: { caFile: 'pve-root-ca.pem' },
  }),
  credentials: field(credentials, {
    description: 'Where the API token or password is found; it is never written in this file.',
    example: { from: { file: '~/.config/talmox/token' } },
  }),
  hosts: field(hosts, {
    description: 'Hosts that may carry machines: a list of names, or a map with what each one has.',
    example: ['pve1', 'pve2', 'pve3'],
    derived: 'every host that is online',
  }),
  storage: partSection(storageSettings, 'The four storages; a host, a role, a pool and a node may each name others.'),
  pool: field(poolId, {
    description: 'Proxmox resource pool that the machines belong to; made if it does not exist.',
    example: 'k8s-homelab',
  }),
}
