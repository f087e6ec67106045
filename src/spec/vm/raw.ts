import { z } from 'zod'
import { field } from '../schema/field.ts'
import { vmOption } from './option.ts'

export const raw = vmOption({
  keys: [],
  schema: field(
    z.record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean().transform((value) => (value ? 1 : 0))]).transform(String),
    ),
    {
      description: 'Any other key of the Proxmox API, as `qm set` takes it.',
      example: { tablet: 0, usb0: 'mapping=stick' },
    },
  ),
  qm: ({ vm }) => vm.raw,
})
