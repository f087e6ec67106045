import { z } from 'zod'
import { field, kind, part } from '../schema/field.ts'
import { entry, properties, vmOption } from './option.ts'

/** A PCI address: domain optional, function optional. */
export const pciAddress = kind(
  z
    .string()
    .regex(
      /^([0-9A-Fa-f]{4}:)?[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}(\.[0-7])?$/,
      'not a PCI address: write it as 0000:01:00.0',
    ),
  {
    title: 'PCI address',
    description: 'Domain, bus, device and function as `lspci -D` prints them; without function, all of them.',
    examples: ['0000:01:00.0', '0000:01:00'],
  },
)

/** The name of a resource mapping. */
const mappingName = z.string().regex(/^[A-Za-z][\w-]+$/, 'not a mapping name')

/** One passed-through device. */
export const pciDevice = part(
  'PciDevice',
  'A PCI device passed through: either `mapping` or `address`.',
  z
    .strictObject({
      mapping: field(mappingName, {
        description: 'Resource mapping of the Proxmox cluster; an API token may use it.',
        example: 'rtx5070ti',
      }),
      address: field(pciAddress, {
        description: 'Address on the host; only `root@pam` with a password may use it.',
        example: '0000:28:00.0',
      }),
      pcie: field(z.boolean(), {
        description: 'As PCI Express device; needs `machine: q35`.',
        example: true,
        derived: 'yes on q35',
      }),
      rombar: field(z.boolean(), { description: "Show the device's ROM.", example: true, derived: 'yes' }),
      xVga: field(z.boolean(), { description: 'Primary display.', example: false, derived: 'no' }),
      mdev: field(z.string().min(1), { description: 'Mediated device type.', example: 'nvidia-63' }),
    })
    .refine(
      (device) => (device.mapping === undefined) !== (device.address === undefined),
      'name either mapping or address',
    )
    .meta({ oneOf: [{ required: ['mapping'] }, { required: ['address'] }] }),
)

/** A device by the name of its mapping, by its address, or in full. */
export const gpu = z.union([
  z
    .string()
    .refine(
      (text) => pciAddress.safeParse(text).success || mappingName.safeParse(text).success,
      'not a device: write the name of a mapping, or an address such as 0000:01:00.0',
    )
    .transform((text) => (pciAddress.safeParse(text).success ? { address: text } : { mapping: text })),
  pciDevice,
])

export const pci = vmOption({
  keys: [],
  schema: field(z.array(pciDevice).max(16), {
    description: 'PCI devices passed through.',
    example: [{ mapping: 'rtx5070ti' }],
  }),
  qm: ({ vm }) =>
    Object.assign(
      {},
      ...vm.pci.map((device, index) =>
        entry(
          `hostpci${index}`,
          properties(device.mapping === undefined ? (device.address ?? '') : `mapping=${device.mapping}`, {
            mdev: device.mdev,
            pcie: device.pcie ? true : undefined,
            rombar: device.rombar ? undefined : false,
            'x-vga': device.xVga ? true : undefined,
          }),
        ),
      ),
    ),
})
