import { z } from 'zod'
import { field } from './field.ts'
import { hostName, size } from './values.ts'

/** Which host carries which machine. */
export const placementShape = {
  strategy: field(z.enum(['spread', 'pack', 'pin']), {
    description:
      '`spread`: as evenly as the hosts allow. `pack`: as few hosts as possible. `pin`: only as `pinned` and `nodes` say.',
    example: 'spread',
    default: 'spread',
  }),
  pinned: field(z.record(z.string(), hostName), {
    description: 'Host per machine.',
    example: { 'homelab-cp-1': 'pve1' },
  }),
  capacity: field(z.enum(['live', 'declared', 'ignore']), {
    description:
      '`live`: what Proxmox reports. `declared`: what `proxmox.hosts` says. `ignore`: place without looking.',
    example: 'declared',
    derived: '`declared` when `proxmox.hosts` gives CPU or memory, else `live`',
  }),
  reserve: field(
    z.strictObject({
      cpu: field(z.number().min(0), { description: 'Threads.', example: 2, default: 0 }),
      memory: field(size, { description: 'Memory.', example: '4GiB', default: '2GiB' }),
    }),
    { description: 'Kept free on every host.', example: { memory: '4GiB' } },
  ),
  cpuOvercommit: field(z.number().min(0.1).max(64), {
    description: 'Virtual CPUs per thread of a host.',
    example: 1,
    default: 4,
  }),
  maxPerHost: field(
    z.strictObject({
      controlPlane: field(z.int().min(1), { description: 'Control planes.', example: 1 }),
      worker: field(z.int().min(1), { description: 'Workers.', example: 4 }),
      total: field(z.int().min(1), { description: 'Machines of this cluster.', example: 5 }),
    }),
    { description: 'Most machines of this cluster on one host.', example: { controlPlane: 1 } },
  ),
  hostLoss: field(
    z.strictObject({
      controlPlanes: field(z.int().min(0), { description: 'At most this many control planes.', example: 1 }),
      workersPercent: field(z.number().min(0).max(100), {
        description: 'At most this share of the workers.',
        example: 50,
      }),
    }),
    { description: 'What one dying host may take with it.', example: { controlPlanes: 1, workersPercent: 50 } },
  ),
}
