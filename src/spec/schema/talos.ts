import { z } from 'zod'
import { field, kind, part, required } from './field.ts'
import { clusterTalosSystemShape, talosSystemShape } from './talos-system.ts'
import { httpsUrl, ipAddress, secretSource, version } from './values.ts'

/** The short or full name of an official Talos extension. */
export const extension = kind(
  z
    .string()
    .regex(
      /^([a-z0-9-]+\/)?[a-z0-9]+(-[a-z0-9]+)*$/,
      'not an extension name: lower-case words and dashes, such as iscsi-tools',
    ),
  {
    title: 'extension',
    description: 'An official Talos system extension, with or without `siderolabs/` in front.',
    examples: ['iscsi-tools', 'siderolabs/iscsi-tools'],
  },
)

/** A patch of the machine config: a file, or the documents themselves. */
export const patch = kind(z.union([z.string().min(1), z.record(z.string(), z.unknown())]), {
  title: 'patch',
  description:
    'A patch of the machine config, merged as Talos merges them: a file, relative to the cluster file, or the patch itself.',
  examples: ['patches/cluster.yaml', { machine: { sysctls: { 'vm.nr_hugepages': '1024' } } }],
})

export const kernelModule = kind(
  z.union([
    z
      .string()
      .regex(/^[\w-]+$/, 'not a kernel module')
      .transform((name) => ({ name, parameters: [] as string[] })),
    z.strictObject({
      name: required(z.string().regex(/^[\w-]+$/, 'not a kernel module'), { description: 'Module.', example: 'nbd' }),
      parameters: z
        .array(z.string())
        .default([])
        .meta({ description: 'Its parameters.', examples: [['nbds_max=16']] }),
    }),
  ]),
  {
    title: 'kernel module',
    description: 'The name of a kernel module, or its name and parameters.',
    examples: ['nbd', { name: 'nbd', parameters: ['nbds_max=16'] }],
  },
)

const encryptionKey = kind(
  z.union([
    z.enum(['nodeID', 'tpm']),
    z.strictObject({
      kms: required(httpsUrl, { description: 'Address of the key server.', example: 'https://kms.example.com' }),
    }),
    z.strictObject({
      static: required(secretSource, {
        description: 'Where the passphrase is found.',
        example: { env: 'DISK_PASSPHRASE' },
      }),
    }),
  ]),
  {
    title: 'encryption key',
    description:
      "`nodeID`: from the machine's id, which stops nobody who has the whole machine. `tpm`: sealed by the TPM. `kms`: a key server. `static`: a passphrase.",
    examples: ['tpm', { kms: 'https://kms.example.com' }, { static: { env: 'DISK_PASSPHRASE' } }],
  },
)
const encryption = (what: string) =>
  field(z.array(encryptionKey).min(1).max(8), {
    description: `Keys that open ${what}, tried in order.`,
    example: ['tpm', 'nodeID'],
  })

const mirror = part(
  'RegistryMirror',
  'Where images of one registry are pulled from instead.',
  z.strictObject({
    endpoints: required(z.array(z.string().regex(/^https?:\/\//, 'not a URL')).min(1), {
      description: 'Addresses, tried in order.',
      example: ['https://registry.home.lan'],
    }),
    overridePath: field(z.boolean(), { description: 'The address has its own path, do not add /v2.', example: true }),
    skipFallback: field(z.boolean(), { description: 'Never ask the upstream registry.', example: true }),
    caFile: field(z.string().min(1), { description: 'CA of the mirror.', example: 'registry-ca.pem' }),
    insecure: field(z.boolean(), { description: 'Accept any certificate of the mirror.', example: false }),
    username: field(z.string().min(1), { description: 'User name.', example: 'puller' }),
    password: field(secretSource, {
      description: 'Where the password is found.',
      example: { env: 'REGISTRY_PASSWORD' },
    }),
  }),
)

/** Talos keys that may differ between machines. */
export const machineTalosShape = {
  arch: field(z.enum(['amd64', 'arm64']), {
    description: 'Processor architecture.',
    example: 'amd64',
    default: 'amd64',
  }),
  extensions: field(z.array(extension), {
    description:
      'Official system extensions in the image; `siderolabs/` is added, and `qemu-guest-agent` while `vm.agent` is on.',
    example: ['iscsi-tools', 'util-linux-tools'],
  }),
  kernelArgs: field(z.array(z.string().regex(/^\S+$/, 'one argument each, without spaces')), {
    description: 'Kernel arguments in the image.',
    example: ['net.ifnames=0'],
  }),
  secureBoot: field(z.boolean(), {
    description: 'Use the signed image; needs `vm.bios: ovmf` and a TPM for disk encryption by it.',
    example: true,
    default: false,
  }),
  overlay: field(
    z.strictObject({
      name: required(z.string().min(1), { description: 'Overlay.', example: 'rpi_generic' }),
      image: required(z.string().min(1), {
        description: 'Image of the overlay.',
        example: 'siderolabs/sbc-raspberrypi',
      }),
      options: field(z.record(z.string(), z.unknown()), {
        description: 'Its options.',
        example: { configTxt: 'dtoverlay=…' },
      }),
    }),
    { description: 'Image overlay for boards.', example: { name: 'rpi_generic', image: 'siderolabs/sbc-raspberrypi' } },
  ),
  installDisk: field(z.string().regex(/^\/dev\/[\w/-]+$/, 'not a device: write it as /dev/sda'), {
    description: 'Disk Talos installs to, in image mode `iso`.',
    example: '/dev/sda',
    derived: 'by the bus of the boot disk',
  }),
  delivery: field(z.enum(['api', 'cidata', 'smbios']), {
    description:
      'How a new machine gets its first config. `api`: talmox sends it once Talos answers. `cidata`: on a CD that is removed afterwards. `smbios`: the machine fetches it from `talos.configServer`, whose address is in its SMBIOS serial number. Later changes go by the API.',
    example: 'cidata',
    default: 'api',
  }),
  patches: field(z.array(patch), {
    description: 'Patches of the machine config, as files or inline; each layer adds its own after those before it.',
    example: ['patches/cluster.yaml', { machine: { sysctls: { 'vm.nr_hugepages': '1024' } } }],
  }),
  kernelModules: field(z.array(kernelModule), {
    description: 'Kernel modules to load.',
    example: ['nbd', 'iscsi_tcp'],
  }),
  sysctls: field(
    z.record(z.string().regex(/^[\w.*/-]+$/, 'not a sysctl'), z.union([z.string(), z.int().transform(String)])),
    { description: 'Kernel settings.', example: { 'net.core.somaxconn': '65535' } },
  ),
  registries: field(z.record(z.string().min(1), mirror), {
    description: 'Mirrors of image registries, by registry.',
    example: { 'docker.io': { endpoints: ['https://mirror.home.lan'] } },
  }),
  trustedCAs: field(z.array(z.string().min(1)), {
    description: 'PEM files with further trusted CAs.',
    example: ['home-ca.pem'],
  }),
  diskEncryption: field(
    z.strictObject({ state: encryption('the state partition'), ephemeral: encryption('the data partition') }),
    {
      description: "Encrypt Talos' partitions.",
      example: { state: ['tpm'], ephemeral: ['tpm'] },
    },
  ),
  ...talosSystemShape,
}

/** Talos keys that may differ between machines, as a part. */
export const machineTalos = part('MachineTalos', 'Talos settings of machines.', z.strictObject(machineTalosShape))

/** Talos keys of the cluster as a whole. */
export const clusterTalosShape = {
  version: required(version, {
    description: 'Talos version of the machines.',
    example: 'v1.12.4',
  }),
  contract: field(z.string().regex(/^v1\.\d+$/, 'not a contract: write it as v1.12'), {
    description: 'Version whose configuration format is generated; frozen when the cluster is made.',
    example: 'v1.12',
    derived: 'that of the Talos version',
  }),
  factory: field(httpsUrl, {
    description: 'Image factory.',
    example: 'https://factory.home.lan',
    default: 'https://factory.talos.dev',
  }),
  configServer: field(
    z.strictObject({
      address: required(ipAddress, {
        description: 'Address of the computer that talmox runs on, as machines reach it.',
        example: '192.168.1.5',
      }),
      port: field(z.int().min(1).max(65_535), { description: 'Port.', example: 8480, derived: '8480' }),
    }),
    {
      description:
        'Where talmox listens while it runs, for machines with `talos.delivery: smbios`. It is plain HTTP, so whoever listens on the network sees the secrets of the cluster.',
      example: { address: '192.168.1.5' },
    },
  ),
  ...clusterTalosSystemShape,
}
