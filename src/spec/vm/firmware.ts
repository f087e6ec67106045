import { z } from 'zod'
import { field } from '../schema/field.ts'
import { storageId } from '../schema/values.ts'
import { entry, properties, vmOption } from './option.ts'

export const bios = vmOption({
  keys: ['bios'],
  schema: field(z.enum(['ovmf', 'seabios']), {
    description: 'UEFI (`ovmf`) or BIOS (`seabios`).',
    example: 'ovmf',
    default: 'ovmf',
  }),
  qm: ({ vm }) => entry('bios', vm.bios),
})

export const machine = vmOption({
  keys: ['machine'],
  schema: field(
    z
      .string()
      .regex(
        /^(q35|i440fx|virt|pc|pc-(q35|i440fx)-\d+\.\d+(\+pve\d+)?|virt-\d+\.\d+(\+pve\d+)?)$/,
        'not a machine type: q35, i440fx, virt, or a version of one',
      ),
    {
      description: 'Machine type; `q35` has PCI Express.',
      example: 'q35',
      derived: 'q35, on arm64 virt',
    },
  ),
  qm: ({ vm }) => entry('machine', vm.machine === 'i440fx' ? 'pc' : vm.machine),
})

export const efidisk = vmOption({
  keys: ['efidisk0'],
  schema: field(
    z.strictObject({
      type: field(z.enum(['4m', '2m']), { description: 'Size of the store.', example: '4m', derived: '4m' }),
      preEnrolledKeys: field(z.boolean(), {
        description: "Microsoft's keys, which turn Secure Boot on; an ordinary Talos image then does not start.",
        example: false,
        derived: 'no',
      }),
      storage: field(storageId, {
        description: 'Its storage.',
        example: 'local-zfs',
        derived: 'the storage of the disks',
      }),
    }),
    { description: 'Disk for UEFI settings.', example: { type: '4m' }, derived: 'there when `bios` is `ovmf`' },
  ),
  qm: ({ vm, storage }) => {
    if (vm.efidisk === undefined) return {}
    const { type, preEnrolledKeys, storage: own } = vm.efidisk
    return entry(
      'efidisk0',
      properties(`${own ?? storage.disks}:1`, {
        efitype: type,
        'pre-enrolled-keys': preEnrolledKeys ? true : undefined,
      }),
    )
  },
})

export const tpm = vmOption({
  keys: ['tpmstate0'],
  schema: field(
    z.strictObject({
      version: field(z.enum(['v2.0', 'v1.2']), { description: 'TPM version.', example: 'v2.0', derived: 'v2.0' }),
      storage: field(storageId, {
        description: 'Its storage.',
        example: 'local-zfs',
        derived: 'the storage of the disks',
      }),
    }),
    { description: 'Virtual TPM.', example: { version: 'v2.0' } },
  ),
  qm: ({ vm, storage }) =>
    vm.tpm === undefined
      ? {}
      : entry('tpmstate0', properties(`${vm.tpm.storage ?? storage.disks}:1`, { version: vm.tpm.version ?? 'v2.0' })),
})

export const ostype = vmOption({
  keys: ['ostype'],
  schema: field(z.enum(['l26', 'l24', 'other', 'win10', 'win11', 'solaris']), {
    description: 'Guest system; `l26` is Linux.',
    example: 'l26',
    default: 'l26',
  }),
  qm: ({ vm }) => entry('ostype', vm.ostype),
})

export const scsihw = vmOption({
  keys: ['scsihw'],
  schema: field(z.enum(['virtio-scsi-pci', 'virtio-scsi-single', 'lsi', 'lsi53c810', 'megasas', 'pvscsi']), {
    description: 'SCSI controller.',
    example: 'virtio-scsi-pci',
    default: 'virtio-scsi-pci',
  }),
  qm: ({ vm }) => entry('scsihw', vm.scsihw),
})

export const hotplug = vmOption({
  keys: ['hotplug'],
  schema: field(z.array(z.enum(['network', 'disk', 'usb', 'cpu', 'cloudinit'])), {
    description:
      'What may be changed while it runs; an empty list for nothing. Memory is left out: Talos does not take it.',
    example: ['network', 'disk', 'usb', 'cpu'],
  }),
  qm: ({ vm }) => entry('hotplug', vm.hotplug === undefined ? undefined : vm.hotplug.join(',') || '0'),
})
