import { z } from 'zod'
import { tag } from '../vm/lifecycle.ts'
import { vmSettings } from '../vm/options.ts'
import { field, partSection, required, section } from './field.ts'
import { imageSettings } from './image.ts'
import { clusterKubernetesShape, machineKubernetesShape } from './kubernetes.ts'
import { controlPlane, node, role, workerPool } from './machine.ts'
import { clusterNetworkShape, machineNetworkShape } from './network.ts'
import { placementShape } from './placement.ts'
import { proxmoxShape } from './proxmox.ts'
import { secretsSection } from './secrets.ts'
import { clusterTalosShape, machineTalosShape } from './talos.ts'
import { dnsLabel, workerPoolName } from './values.ts'

/** The cluster file. */
export const clusterSchema = z.strictObject({
  apiVersion: required(z.literal('talmox.dev/v1alpha1'), {
    description: 'Version of this format.',
    example: 'talmox.dev/v1alpha1',
  }),
  kind: required(z.literal('Cluster'), { description: 'What the file describes.', example: 'Cluster' }),
  name: required(dnsLabel, {
    description: "Name of the cluster; part of every machine's identity, so it never changes.",
    example: 'homelab',
  }),
  environment: field(dnsLabel, { description: 'Stage, such as lab or production; becomes a tag.', example: 'lab' }),
  description: field(z.string().max(1024), {
    description: 'What the cluster is for.',
    example: 'the cluster in the attic',
  }),
  tags: field(z.array(tag), { description: 'Tags of everything that belongs to the cluster.', example: ['attic'] }),
  ha: field(z.boolean(), {
    description:
      'Insist on at least three control planes, an odd number of them, and warn where one failing host would stop the cluster.',
    example: true,
    default: false,
  }),
  protection: field(z.boolean(), {
    description: 'Refuse to remove or replace any machine until this is off.',
    example: true,
    default: false,
  }),
  artifacts: section(
    {
      dir: field(z.string().min(1), {
        description: 'Folder, relative to the cluster file.',
        example: 'talos',
        default: 'talos',
      }),
      machineConfigs: field(z.boolean(), {
        description: 'Also write the machine configs, which hold secrets.',
        example: false,
        default: false,
      }),
      secrets: field(z.boolean(), { description: 'Also write the secrets bundle.', example: false, default: false }),
    },
    'Files written for people: kubeconfig and talosconfig, on request more.',
  ),
  secrets: secretsSection,
  proxmox: section(proxmoxShape, 'How to reach Proxmox and which of its parts to use.'),
  network: section({ ...clusterNetworkShape, ...machineNetworkShape }, 'Addresses, and the NICs of all machines.'),
  talos: required(z.strictObject({ ...clusterTalosShape, ...machineTalosShape }), {
    description: 'Talos version, and the Talos settings of all machines.',
    example: { version: 'v1.12.4' },
  }),
  kubernetes: section(
    { ...clusterKubernetesShape, ...machineKubernetesShape },
    'Kubernetes version, and the Kubernetes settings of all machines.',
  ),
  image: partSection(imageSettings, 'Where machines get their Talos from.'),
  vm: partSection(vmSettings, 'Hardware of all machines.'),
  roles: section(
    {
      controlPlane: partSection(role, 'Control planes.'),
      worker: partSection(role, 'Workers of every pool.'),
    },
    'What differs by role.',
  ),
  controlPlane: partSection(controlPlane, 'The control planes.'),
  workers: field(z.record(workerPoolName, workerPool), {
    description: 'Pools of workers, by name.',
    example: { general: { count: 3 } },
  }),
  nodes: field(z.record(z.string(), node), {
    description: 'What differs for single machines, by name.',
    example: { 'homelab-cp-1': { host: 'pve1' } },
  }),
  placement: section(placementShape, 'Which host carries which machine.'),
})

/** What a valid cluster file says, read: sizes in bytes, one-or-more as lists. */
export type Spec = z.output<typeof clusterSchema>
