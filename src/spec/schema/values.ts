import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseSize } from '../../units/size.ts'

/** A DNS label: what Kubernetes, Talos and Proxmox all accept as a name. */
export const dnsLabel = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'not a DNS label: lower-case letters, digits and dashes, at most 63')

/** A host name of one or more DNS labels. */
export const dnsName = z
  .string()
  .max(253)
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
    'not a DNS name: labels of letters, digits and dashes, joined by dots',
  )

/** A Proxmox host, storage or pool name. */
export const hostName = z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/, 'not a Proxmox host name')
export const storageId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9\-_.]*[A-Za-z0-9]$/, 'not a Proxmox storage name: letters, digits, - _ . and at least two')
export const poolId = z.string().regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+){0,2}$/, 'not a Proxmox pool name')

/** A size with its unit, read into bytes. */
export const size = z
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
  })

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
export const ipAddress = z.string().refine((text) => isAddress(text) && !text.includes('%'), 'not an IP address')

/** A network such as `192.168.1.0/24`. */
export const cidr = z.string().refine(isCidr, 'not a network: write it as 192.168.1.0/24')

/** A unicast MAC address, read into upper case as Proxmox prints it. */
export const mac = z
  .string()
  .regex(/^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}$/, 'not a MAC address: write it as BC:24:11:62:36:54')
  .refine((text) => (Number.parseInt(text.slice(0, 2), 16) & 1) === 0, "a multicast MAC address cannot be a NIC's")
  .transform((text) => text.toUpperCase())

/** An https URL without path, such as a Kubernetes endpoint. */
export const httpsUrl = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}, 'not an https URL')

const versionForm = 'not a version: write it with a v and three numbers, such as v1.12.4'

/** A `vX.Y.Z` version as Talos and Kubernetes print theirs. */
export const version = z
  .string({ error: (issue) => (typeof issue.input === 'number' ? versionForm : undefined) })
  .regex(/^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, versionForm)

/** A VMID that Proxmox accepts. */
export const vmid = z.int().min(100).max(999_999_999)

/** One value or a list of them, always read as a list. */
export const oneOrMore = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([schema, z.array(schema).min(1)])
    .transform((value): z.output<Schema>[] => (Array.isArray(value) ? value : [value]))

/** Where a secret comes from; the cluster file itself never holds one. */
export const secretSource = z
  .strictObject({
    env: z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'not the name of an environment variable')
      .optional()
      .meta({ description: 'Name of the environment variable that holds it.', examples: ['PROXMOX_VE_API_TOKEN'] }),
    file: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'File that holds it, relative to the cluster file; surrounding white space is cut.',
        examples: ['~/.config/talmox/token'],
      }),
    command: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .meta({
        description: 'Program and arguments that print it; no shell is involved.',
        examples: [['pass', 'show', 'proxmox/talmox']],
      }),
  })
  .refine((value) => Object.keys(value).length === 1, 'name exactly one of env, file or command')

/** Where a secret comes from, read. */
export type SecretSource = z.output<typeof secretSource>
