import { z } from 'zod'
import { size } from '../../src/spec/schema/values.ts'
import { faultRule } from '../faults/rule.ts'

const text = z.string()
const texts = z.array(text)
const flag = z.union([z.literal(0), z.literal(1), z.boolean().transform((on) => (on ? 1 : 0))])

/** Bytes, or a size with its unit. */
const bytes = z.union([z.number().min(0), size])

const volume = z.strictObject({
  volid: text,
  size: bytes,
  file_bytes: bytes.optional(),
  format: text.optional(),
  /** Whether a snippet may be run. */
  executable: flag.optional(),
  /** The address of an image factory that it came from, for a volume with Talos on it. */
  from: text.optional(),
  /** The host that has it, on storage that is not shared; the first when absent. */
  node: text.optional(),
})

const storage = z
  .object({
    storage: text,
    type: text,
    content: z.union([texts, text.transform((list) => list.split(','))]),
    nodes: texts.optional(),
    disable: flag.optional(),
    shared: flag.optional(),
    /** Size of the storage; 256 GiB when absent. */
    total: bytes.optional(),
    volumes: z.array(volume).optional(),
  })
  .loose()

const bridge = z.strictObject({
  iface: text,
  ports: texts.optional(),
  address: text.optional(),
  gateway: text.optional(),
  vlan_aware: z.boolean().optional(),
  mtu: z.int().optional(),
})

const pci = z.strictObject({
  id: text,
  class: text,
  vendor: text,
  device: text,
  vendor_name: text.optional(),
  device_name: text.optional(),
  subsystem_vendor: text.optional(),
  subsystem_device: text.optional(),
  iommugroup: z.number().default(-1),
})

/** A host in full; a bare name stands for a host with ordinary values. */
const host = z.strictObject({
  name: text,
  ip: text.optional(),
  sockets: z.number().optional(),
  cores: z.number().optional(),
  memory: bytes.optional(),
  /** Further places at which its API is asked. */
  endpoints: z.array(z.strictObject({ name: text, port: z.int() })).optional(),
  domain: text.optional(),
  bridges: z.array(bridge).optional(),
  pci: z.array(pci).optional(),
})

const user = z.strictObject({
  userid: text,
  password: text.optional(),
  enable: flag.optional(),
  expire: z.number().optional(),
  firstname: text.optional(),
  lastname: text.optional(),
  email: text.optional(),
  comment: text.optional(),
  groups: texts.optional(),
  totp: text.optional(),
})

const token = z.strictObject({
  'full-tokenid': text,
  secret: text,
  privsep: flag.optional(),
  expire: z.number().optional(),
  comment: text.optional(),
})

const vm = z.strictObject({
  vmid: z.int(),
  node: text,
  /** Keys as `qm config` prints them; disks must exist among the volumes of their storage. */
  config: z.record(text, z.union([text, z.number().transform(String)])).default({}),
  template: z.boolean().optional(),
})

/**
 * What a world starts as. The same shape serves YAML files of people and the recorded scenarios; keys are those of
 * the API, so a world can be written down from what a real Proxmox answers.
 */
export const worldSeed = z.object({
  flavour: z.enum(['8.4', '9.2']).default('9.2'),
  cluster: text.optional(),
  nodes: z.array(z.union([text, host])).min(1),
  /** Address of the first node; the others follow it. */
  node_ip: text.default('192.0.2.11'),
  cpus: z.number().optional(),
  bridges: z.array(bridge).optional(),
  storages: z.array(storage).default([]),
  users: z.array(user).optional(),
  groups: z.array(z.strictObject({ groupid: text, comment: text.optional() })).optional(),
  tokens: z.array(token).optional(),
  roles: z.array(z.strictObject({ roleid: text, privs: text })).optional(),
  acl: z
    .array(
      z.strictObject({
        path: text,
        ugid: text,
        roleid: text,
        propagate: flag.optional(),
        type: z.enum(['user', 'group', 'token']).optional(),
      }),
    )
    .optional(),
  pools: z
    .array(
      z.strictObject({
        poolid: text,
        comment: text.optional(),
        vms: z.array(z.number()).optional(),
        storages: texts.optional(),
      }),
    )
    .optional(),
  /** What guests are made of; a text that begins with `none` means that nothing answers inside them. */
  guest_os: text.optional(),
  guest_agent: z.unknown().optional(),
  /** Web content that downloads find; urls-seed.ts tells its forms. */
  urls: z.unknown().optional(),
  /** The image factory: its address, the size of its images in bytes by the extension of the file, what it has been told of. */
  factory: z
    .object({ url: text.optional(), sizes: z.record(text, z.number()).optional(), schematics: texts.optional() })
    .optional(),
  /** Who hands out addresses, by bridge; leases that are promised by hardware address. */
  dhcp: z
    .record(
      text,
      z.strictObject({
        cidr: text,
        gateway: text.optional(),
        nameservers: texts.optional(),
        leases: z.record(text, text).default({}),
      }),
    )
    .optional(),
})

/** A world as people write it into a file of their own: nothing else may stand in it. */
export const worldFile = z.strictObject({
  ...worldSeed.shape,
  kind: z.literal('World').optional(),
  /** Machines that exist already. */
  vms: z.array(vm).optional(),
  /** Devices by the name of their mapping: where each host has them. */
  pci_mappings: z.record(text, z.array(z.strictObject({ node: text, path: text }))).optional(),
  faults: z.array(faultRule).optional(),
})

/** A world's file, read. */
export type WorldFile = z.output<typeof worldFile>

/** A world's file as it is written. */
export type WrittenWorld = z.input<typeof worldFile>

/** A world's start as it is written down. */
export type WorldSeed = z.input<typeof worldSeed>
