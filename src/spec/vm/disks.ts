import { z } from 'zod'
import { GiB } from '../../units/size.ts'

import { field, part, required } from '../schema/field.ts'
import { size, storageId } from '../schema/values.ts'
import type { Built, Disk } from './hardware.ts'
import { entry, properties, type QmConfig, vmOption } from './option.ts'

/** How many drives each bus takes. */
export const busSlots = { scsi: 31, virtio: 16, sata: 6, ide: 4 } as const

/** What Linux calls the first disk of each bus. */
export const firstDevice = { scsi: '/dev/sda', sata: '/dev/sda', ide: '/dev/sda', virtio: '/dev/vda' } as const

const limits = z.strictObject({
  readMbps: field(z.number().min(0), { description: 'Megabytes read per second.', example: 200 }),
  writeMbps: field(z.number().min(0), { description: 'Megabytes written per second.', example: 200 }),
  readIops: field(z.int().min(0), { description: 'Reads per second.', example: 5000 }),
  writeIops: field(z.int().min(0), { description: 'Writes per second.', example: 5000 }),
})

const common = {
  storage: field(storageId, { description: 'Its storage.', example: 'tank', derived: 'the storage of the disks' }),
  bus: field(z.enum(['scsi', 'virtio', 'sata', 'ide']), {
    description: 'How it is attached.',
    example: 'scsi',
    derived: 'as the boot disk, there scsi',
  }),
  discard: field(z.boolean(), {
    description: 'Give freed blocks back to the storage.',
    example: true,
    derived: 'as the boot disk, there on',
  }),
  ssd: field(z.boolean(), { description: 'Show it as an SSD.', example: true, derived: 'as the boot disk, there on' }),
  backup: field(z.boolean(), {
    description: 'Part of Proxmox backups.',
    example: false,
    derived: 'as the boot disk, there off',
  }),
  replicate: field(z.boolean(), {
    description: 'Part of Proxmox replication.',
    example: false,
    derived: 'as the boot disk, there off',
  }),
  iothread: field(z.boolean(), {
    description: 'A thread of its own, with `scsihw: virtio-scsi-single` or bus `virtio`.',
    example: true,
  }),
  cache: field(z.enum(['none', 'writethrough', 'writeback', 'directsync', 'unsafe']), {
    description: 'Host cache.',
    example: 'writethrough',
  }),
  aio: field(z.enum(['io_uring', 'native', 'threads']), {
    description: 'How the host reads and writes it.',
    example: 'native',
  }),
  limits: field(limits, { description: 'Most it may read and write.', example: { readMbps: 200 } }),
}

export const disk = vmOption({
  keys: [],
  schema: field(
    part(
      'BootDisk',
      'The boot disk.',
      z.strictObject(
        {
          size: field(size, {
            description: 'Size.',
            example: '40GiB',
            derived: '40GiB for control planes, 50GiB for workers',
          }),
          ...common,
          bus: field(common.bus.unwrap(), { description: 'How it is attached.', example: 'scsi', default: 'scsi' }),
          discard: field(z.boolean(), {
            description: 'Give freed blocks back to the storage.',
            example: true,
            default: true,
          }),
          ssd: field(z.boolean(), { description: 'Show it as an SSD.', example: true, default: true }),
          backup: field(z.boolean(), {
            description:
              'Part of Proxmox backups; off, since a copy of a running disk is no sound copy of etcd, which has snapshots of its own.',
            example: false,
            default: false,
          }),
          replicate: field(z.boolean(), {
            description: 'Part of Proxmox replication.',
            example: false,
            default: false,
          }),
        },
        'expected a map, such as { size: 40GiB }',
      ),
    ),
    { description: 'The boot disk.', example: { size: '40GiB' } },
  ),
  qm: ({ vm, storage }) => printDisk(`${vm.disk.bus}0`, vm.disk, storage.disks),
})

export const disks = vmOption({
  keys: [],
  schema: field(
    z
      .array(
        part(
          'FurtherDisk',
          'A disk besides the boot disk.',
          z.strictObject({ size: required(size, { description: 'Size.', example: '200GiB' }), ...common }),
        ),
      )
      .max(30),
    {
      description: 'Further disks; keep their order, it is their identity.',
      example: [{ size: '200GiB', storage: 'tank' }],
    },
  ),
  qm: (machine) =>
    Object.assign({}, ...placeDisks(machine).map(([key, one]) => printDisk(key, one, machine.storage.disks))),
})

/** The drive key of each further disk: the boot disk has number 0 of its bus, the others follow in order. */
export function placeDisks({ vm }: Pick<Built, 'vm'>): [key: string, disk: Disk][] {
  const next: Record<string, number> = { [vm.disk.bus]: 1 }
  return vm.disks.map((one) => {
    const number = next[one.bus] ?? 0
    next[one.bus] = number + 1
    return [`${one.bus}${number}`, one]
  })
}

export const boot = vmOption({
  keys: ['boot', 'bootdisk'],
  schema: field(
    z.array(z.string().regex(/^(scsi|virtio|sata|ide|net|usb|hostpci)\d+$/, 'not a device: write it as scsi0')).min(1),
    {
      description: 'Boot order; keep the disk first, so that a restart never installs again.',
      example: ['scsi0', 'ide2', 'net0'],
      derived: 'the disk, the ISO where there is one, the first NIC',
    },
  ),
  qm: ({ vm }) => entry('boot', `order=${vm.boot.join(';')}`),
})

type DriveOption = (one: Disk) => string | number | boolean | undefined

// Proxmox' defaults (backed up, replicated, no discard, no SSD) are not printed, as Proxmox does not print them.
const driveOptions: Readonly<Record<string, DriveOption>> = {
  aio: (one) => one.aio,
  backup: (one) => (one.backup ? undefined : false),
  cache: (one) => one.cache,
  discard: (one) => (one.discard ? 'on' : undefined),
  iothread: (one) => (one.iothread ? true : undefined),
  iops_rd: (one) => one.limits?.readIops,
  iops_wr: (one) => one.limits?.writeIops,
  mbps_rd: (one) => one.limits?.readMbps,
  mbps_wr: (one) => one.limits?.writeMbps,
  replicate: (one) => (one.replicate ? undefined : false),
  ssd: (one) => (one.ssd && one.bus !== 'virtio' ? true : undefined),
}

/** The options of a drive that settings decide; any other is left as it is. */
export const decidedDriveOptions: readonly string[] = Object.keys(driveOptions)

function printDisk(key: string, one: Disk, fallback: string): QmConfig {
  const options = Object.entries(driveOptions).map(([name, print]) => [name, print(one)])
  return entry(key, properties(`${one.storage ?? fallback}:${one.size / GiB}`, Object.fromEntries(options)))
}
