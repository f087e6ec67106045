import { z } from 'zod'
import { parseIp } from '../../net/ip.ts'
import { disk as vmDisk, disks as vmDisks } from '../vm/disks.ts'
import { vmSettings, vmShape } from '../vm/options.ts'
import { gpu } from '../vm/pci.ts'
import { type About, field, kind, part, partSection, required } from './field.ts'
import { imageSettings } from './image.ts'
import { annotations, labels, machineKubernetes, taint } from './kubernetes.ts'
import { machineNetwork } from './network.ts'
import { storageSettings } from './proxmox.ts'
import { extension, kernelModule, machineTalos, patch } from './talos.ts'
import { hostName, ipAddress, mac, oneOrMore, size, vmid } from './values.ts'

/** The sections that a role, a pool and a node may each override. */
export const settingsShape = {
  vm: partSection(vmSettings, 'Hardware of the machines.'),
  talos: partSection(machineTalos, 'Talos settings of the machines.'),
  kubernetes: partSection(machineKubernetes, 'Kubernetes settings of the machines.'),
  network: partSection(machineNetwork, 'NICs of the machines.'),
  storage: partSection(storageSettings, 'Storages of the machines.'),
  image: partSection(imageSettings, 'Where the machines get their Talos from.'),
}

/** Short forms of what people set most; each stands for one place in the sections above. */
export const shortcutShape = {
  cores: field(vmShape.cores.unwrap(), { description: 'Short for `vm.cores`.', example: 4 }),
  memory: field(size, { description: 'Short for `vm.memory`.', example: '8GiB' }),
  disk: field(z.union([size, vmDisk.schema.unwrap()]), {
    description: 'Short for `vm.disk.size`, or for all of `vm.disk`.',
    example: '40GiB',
  }),
  disks: field(vmDisks.schema.unwrap(), {
    description: 'Short for `vm.disks`.',
    example: [{ size: '200GiB', storage: 'tank' }],
  }),
  gpu: field(gpu, {
    description: 'Short for a single device in `vm.pci`: a mapping, an address, or in full.',
    example: 'rtx5070ti',
  }),
  extensions: field(z.array(extension), { description: 'Short for `talos.extensions`.', example: ['iscsi-tools'] }),
  patches: field(z.array(patch), { description: 'Short for `talos.patches`.', example: ['patches/gpu.yaml'] }),
  kernelModules: field(z.array(kernelModule), {
    description: 'Short for `talos.kernelModules`.',
    example: ['nbd', 'iscsi_tcp'],
  }),
  labels: field(labels, { description: 'Short for `kubernetes.labels`.', example: { zone: 'attic' } }),
  annotations: field(annotations, {
    description: 'Short for `kubernetes.annotations`.',
    example: { 'example.com/rack': 'a1' },
  }),
  taints: field(z.array(taint), {
    description: 'Short for `kubernetes.taints`.',
    example: ['dedicated=gpu:NoSchedule'],
  }),
}

const wrongAddresses =
  'not addresses: an offset such as +10, a range such as 192.168.1.20-192.168.1.29, a list, or one address'
const offsetOrRange = z
  .string()
  .regex(/^(\+\d{1,38}|[0-9A-Fa-f:.]+ ?- ?[0-9A-Fa-f:.]+)$/, { error: wrongAddresses, abort: true })
  .refine((text) => text.startsWith('+') || rangeEnds(text).every((end) => ipAddress.safeParse(end).success), {
    error: wrongAddresses,
    abort: true,
  })
  .refine((text) => text.startsWith('+') || isAscending(rangeEnds(text)), {
    error: 'a range of addresses is of one family and does not run backwards',
  })
const oneAddress = ipAddress.transform((address) => [address])
const oneFamily = z.union([offsetOrRange, oneAddress, z.array(ipAddress).min(1)], { error: wrongAddresses })

function rangeEnds(text: string): string[] {
  return text.split('-').map((end) => end.trim())
}

function isAscending(ends: readonly string[]): boolean {
  const [first, last] = ends.map(parseIp)
  return first !== undefined && last !== undefined && first.family === last.family && first.value <= last.value
}

/** Addresses of a pool: an offset into the network, a range, a list or one address; for dual stack one of each per family. */
export const addresses = z.union([
  addressesOf(oneFamily),
  z.strictObject({
    ipv4: field(addressesOf(oneFamily), { description: 'IPv4 addresses.', example: '+10' }),
    ipv6: field(addressesOf(oneFamily), { description: 'IPv6 addresses.', example: '+10' }),
  }),
])

function addressesOf<Schema extends z.ZodType>(schema: Schema): Schema {
  return kind(schema, {
    title: 'addresses',
    description:
      'An offset, counted from the start of the network (`+10` is 192.168.1.10 in 192.168.1.0/24), a range, a list, or one address.',
    examples: ['+10', '192.168.1.20-192.168.1.29', ['192.168.1.31', '192.168.1.35'], '192.168.1.50'],
  })
}

/** VMIDs of a pool: a range, or the first one. */
export const vmids = z.union([
  vmid.transform((first) => ({ first, last: 999_999_999 })),
  z
    .string()
    .regex(/^\d{3,9} ?- ?\d{3,9}$/, 'not a range of VMIDs: write it as 2000-2999')
    .transform((text) => text.split('-').map(Number))
    .transform(([first = 0, last = 0]) => ({ first, last }))
    .refine(
      ({ first, last }) => first >= 100 && last >= first,
      'a range of VMIDs starts at 100 or above and does not run backwards',
    ),
])

const naming = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]|\{cluster\}|\{pool\}|\{index(:[1-9])?\})*$|^\{(cluster|pool)\}([a-z0-9-]|\{cluster\}|\{pool\}|\{index(:[1-9])?\})*$/,
    'not a name pattern: lower-case letters, digits, dashes, {cluster}, {pool}, {index} or {index:3}',
  )
  .refine(
    (pattern) => pattern.includes('{index'),
    'a name pattern needs {index}, or all machines of the pool get one name',
  )

/** What a kind of pool gets when its file says nothing, and how its keys are shown. */
interface PoolAbout {
  readonly vmids: Pick<About, 'example' | 'derived'>
  readonly addresses: Pick<About, 'example' | 'derived'>
  readonly name: Pick<About, 'example' | 'derived'>
}

const poolKeys = (about: PoolAbout) => ({
  vmids: field(vmids, { description: 'VMIDs: a range, or the first one; machine 1 gets the first.', ...about.vmids }),
  addresses: field(addresses, {
    description:
      'Addresses: an offset into the network, a range, a list, or the one address of a single machine; machine 1 gets the first. For dual stack, one of each under `ipv4` and `ipv6`.',
    ...about.addresses,
  }),
  name: field(naming, {
    description: 'Pattern of the names: {cluster}, {pool}, {index}, or {index:3} for 001.',
    ...about.name,
  }),
})

const controlPlaneShape = {
  count: field(z.int().min(0).max(99), {
    description: 'How many; odd, and at least 3 with `ha`.',
    example: 3,
    default: 3,
  }),
  ...poolKeys({
    vmids: { example: '2000-2999', derived: '2000-2999' },
    addresses: { example: '+10', derived: '+10' },
    name: { example: '{cluster}-cp-{index}', derived: '{cluster}-cp-{index}' },
  }),
  ...shortcutShape,
  ...settingsShape,
}

/** The control planes. */
export const controlPlane = part('ControlPlane', 'The control planes.', z.strictObject(controlPlaneShape))

const workerPoolShape = {
  count: required(z.int().min(0).max(10_000), { description: 'How many.', example: 3 }),
  ...poolKeys({
    vmids: { example: '4000-4999', derived: '3000-3999 for the first worker pool; further pools name their own' },
    addresses: { example: '+30', derived: '+20 for the first worker pool; further pools name their own' },
    name: { example: '{cluster}-gpu-{index}', derived: '{cluster}-{pool}-{index}' },
  }),
  ...shortcutShape,
  ...settingsShape,
}

/** A pool of workers. */
export const workerPool = part('WorkerPool', 'A pool of workers.', z.strictObject(workerPoolShape))

const nodeShape = {
  host: field(hostName, { description: 'Proxmox host that carries it.', example: 'pve1' }),
  vmid: field(vmid, { description: 'Its VMID.', example: 2001 }),
  mac: field(mac, { description: 'MAC address of its first NIC.', example: 'BC:24:11:62:36:54' }),
  address: field(oneOrMore(ipAddress), { description: 'Its address, one for each family.', example: '192.168.1.211' }),
  ...shortcutShape,
  ...settingsShape,
}

/** A single machine. */
export const node = part('Node', 'What differs for a single machine.', z.strictObject(nodeShape))

/** All machines of a role. */
export const role = part('Role', 'What differs for a role.', z.strictObject({ ...shortcutShape, ...settingsShape }))
