import { z } from 'zod'

const text = z.string()
const texts = z.array(text)
const flag = z.union([z.literal(0), z.literal(1), z.boolean().transform((on) => (on ? 1 : 0))])

const volume = z.object({
  volid: text,
  size: z.number(),
  file_bytes: z.number().optional(),
  format: text.optional(),
  /** The address of an image factory that it came from, for a volume with Talos on it. */
  from: text.optional(),
})

const storage = z
  .object({
    storage: text,
    type: text,
    content: z.union([texts, text.transform((list) => list.split(','))]),
    nodes: texts.optional(),
    disable: flag.optional(),
    shared: flag.optional(),
    /** Size in bytes; 256 GiB when absent. */
    total: z.number().optional(),
    volumes: z.array(volume).optional(),
  })
  .loose()

const bridge = z.object({
  iface: text,
  ports: texts.optional(),
  address: text.optional(),
  gateway: text.optional(),
  vlan_aware: z.boolean().optional(),
})

const pci = z.object({
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
const host = z.object({
  name: text,
  ip: text.optional(),
  sockets: z.number().optional(),
  cores: z.number().optional(),
  /** Memory in bytes. */
  memory: z.number().optional(),
  bridges: z.array(bridge).optional(),
  pci: z.array(pci).optional(),
})

const user = z.object({
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

const token = z.object({
  'full-tokenid': text,
  secret: text,
  privsep: flag.optional(),
  expire: z.number().optional(),
  comment: text.optional(),
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
  groups: z.array(z.object({ groupid: text, comment: text.optional() })).optional(),
  tokens: z.array(token).optional(),
  roles: z.array(z.object({ roleid: text, privs: text })).optional(),
  acl: z
    .array(
      z.object({
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
      z.object({
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
})

/** A world's start as it is written down. */
export type WorldSeed = z.input<typeof worldSeed>
