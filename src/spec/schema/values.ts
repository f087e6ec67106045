import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseSize } from '../../units/size.ts'
import { field, kind, part } from './field.ts'

/** A DNS label: what Kubernetes, Talos and Proxmox all accept as a name. */
export const dnsLabel = kind(
  z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'not a DNS label: lower-case letters, digits and dashes, at most 63',
    ),
  {
    title: 'DNS label',
    description: 'Lower-case letters, digits and dashes, at most 63, no dash at either end.',
    examples: ['homelab'],
  },
)

/** The name of a worker pool; one of digits alone would not keep its place among the others. */
export const workerPoolName = kind(
  z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, {
      error: 'not a DNS label: lower-case letters, digits and dashes, at most 63',
      abort: true,
    })
    .regex(/[^0-9]/, 'a pool name needs more than digits, such as pool-1'),
  {
    title: 'worker pool name',
    description: 'A DNS label that is more than digits.',
    examples: ['general'],
  },
)

/** A host name of one or more DNS labels. */
export const dnsName = kind(
  z
    .string()
    .max(253)
    .regex(
      /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
      'not a DNS name: labels of letters, digits and dashes, joined by dots',
    ),
  {
    title: 'DNS name',
    description: 'Labels of letters, digits and dashes, joined by dots.',
    examples: ['k8s.example.com'],
  },
)

/** A Proxmox host, storage or pool name. */
export const hostName = kind(
  z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/, { error: 'not a Proxmox host name', abort: true })
    .regex(/[^0-9]/, 'not a Proxmox host name: it needs more than digits'),
  { title: 'host name', description: 'A host of the Proxmox cluster, as Proxmox calls it.', examples: ['pve1'] },
)
export const storageId = kind(
  z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9\-_.]*[A-Za-z0-9]$/,
      'not a Proxmox storage name: letters, digits, - _ . and at least two',
    ),
  { title: 'storage name', description: 'A storage, as Proxmox calls it.', examples: ['local-zfs'] },
)
export const poolId = kind(z.string().regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+){0,2}$/, 'not a Proxmox pool name'), {
  title: 'pool name',
  description: 'A resource pool of Proxmox; at most three levels, joined by `/`.',
  examples: ['k8s-homelab'],
})

/** A size with its unit, read into bytes. */
export const size = kind(
  z
    .string({
      error: (issue) =>
        typeof issue.input === 'number'
          ? `a size needs its unit, write ${issue.input}GiB or ${issue.input}MiB`
          : undefined,
    })
    .regex(/^\d{1,15}(\.\d{1,6})? ?(KiB|MiB|GiB|TiB)$/, 'not a size: a number and KiB, MiB, GiB or TiB, such as 8GiB')
    .transform((text, context) => {
      const bytes = parseSize(text)
      if (bytes !== undefined) return bytes
      context.addIssue({ code: 'custom', message: 'not a whole number of bytes' })
      return z.NEVER
    }),
  {
    title: 'size',
    description: 'A number and its unit: KiB, MiB, GiB or TiB. A number without unit is an error.',
    examples: ['8GiB', '1.5TiB'],
  },
)

/** Whole seconds. */
export const seconds = (max: number) => z.int().min(0).max(max)

const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
const isCidr = (text: string) => {
  const [address, prefix, rest] = text.split('/')
  if (address === undefined || prefix === undefined || rest !== undefined) return false
  if (!isAddress(address) || address.includes('%') || !/^\d{1,3}$/.test(prefix)) return false
  return Number(prefix) <= (address.includes(':') ? 128 : 32)
}

/** An IPv4 or IPv6 address without prefix. */
export const ipAddress = kind(
  z.string().refine((text) => isAddress(text) && !text.includes('%'), 'not an IP address'),
  {
    title: 'IP address',
    description: 'An IPv4 or IPv6 address without prefix.',
    examples: ['192.168.1.1', 'fd00::1'],
    pattern: '^(\\d{1,3}(\\.\\d{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)$',
  },
)

/** A network such as `192.168.1.0/24`. */
export const cidr = kind(z.string().refine(isCidr, 'not a network: write it as 192.168.1.0/24'), {
  title: 'network',
  description: 'An IPv4 or IPv6 network with its prefix length.',
  examples: ['192.168.1.0/24', 'fd00:1::/64'],
  pattern: '^(\\d{1,3}(\\.\\d{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)/\\d{1,3}$',
})

/** A unicast MAC address, read into upper case as Proxmox prints it. */
export const mac = kind(
  z
    .string()
    .regex(/^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}$/, 'not a MAC address: write it as BC:24:11:62:36:54')
    .refine((text) => (Number.parseInt(text.slice(0, 2), 16) & 1) === 0, "a multicast MAC address cannot be a NIC's")
    .transform((text) => text.toUpperCase()),
  {
    title: 'MAC address',
    description: 'A unicast MAC address: six bytes in hexadecimal, the first one even.',
    examples: ['BC:24:11:62:36:54'],
  },
)

/** An https URL that carries no credentials. */
export const httpsUrl = kind(
  z.string().refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url?.protocol === 'https:' && url.username === '' && url.password === ''
  }, 'not an https URL'),
  {
    title: 'https URL',
    description: 'An https URL without user and password.',
    examples: ['https://pve1.lan:8006'],
    pattern: '^https://',
  },
)

const versionForm = 'not a version: write it with a v and three numbers'

/** A `vX.Y.Z` version as Talos and Kubernetes print theirs. */
export const version = kind(
  z
    .string({ error: (issue) => (typeof issue.input === 'number' ? versionForm : undefined) })
    .regex(/^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, versionForm),
  { title: 'version', description: 'A version with its leading v, as the project prints it.', examples: ['v1.12.4'] },
)

/** A VMID that Proxmox accepts. */
export const vmid = kind(z.int().min(100).max(999_999_999), {
  title: 'VMID',
  description: 'The number of a virtual machine in Proxmox, 100–999999999.',
  examples: [2001],
})

/** One value or a list of them, always read as a list. */
export const oneOrMore = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([schema, z.array(schema).min(1)])
    .transform((value): z.output<Schema>[] => (Array.isArray(value) ? value : [value]))

/** Where a secret comes from; the cluster file itself never holds one. */
export const secretSource = part(
  'SecretSource',
  'Where a secret is found: exactly one of the keys. The cluster file itself never holds a secret.',
  z
    .strictObject({
      env: field(z.string().regex(/^[A-Za-z_]\w*$/, 'not the name of an environment variable'), {
        description: 'Name of the environment variable that holds it.',
        example: 'PROXMOX_VE_API_TOKEN',
      }),
      file: field(z.string().min(1), {
        description: 'File that holds it, relative to the cluster file; surrounding white space is cut.',
        example: '~/.config/talmox/token',
      }),
      command: field(z.array(z.string().min(1)).min(1), {
        description: 'Program and arguments that print it; no shell is involved.',
        example: ['pass', 'show', 'proxmox/talmox'],
      }),
    })
    .refine((value) => Object.keys(value).length === 1, 'name exactly one of env, file or command')
    .meta({ minProperties: 1, maxProperties: 1 }),
)

/** Where a secret comes from, read. */
export type SecretSource = z.output<typeof secretSource>
