import { z } from 'zod'
import { MiB } from '../../units/size.ts'
import { field } from '../schema/field.ts'
import { size } from '../schema/values.ts'
import { entry, vmOption } from './option.ts'

const pages = { any: 'any', '2MiB': '2', '1GiB': '1024' } as const

export const memory = vmOption({
  keys: ['memory'],
  schema: field(size, {
    description: 'Memory.',
    example: '8GiB',
    derived: '8GiB for control planes, 16GiB for workers',
  }),
  qm: ({ vm }) => entry('memory', vm.memory / MiB),
})

export const balloon = vmOption({
  keys: ['balloon'],
  schema: field(z.union([z.literal(0, 'must be 0, or a size with its unit such as 2GiB'), size]), {
    description: 'Least memory when the host takes some back; 0 turns that off, as Talos wants it.',
    example: 0,
    default: 0,
  }),
  qm: ({ vm }) => entry('balloon', vm.balloon === undefined ? undefined : vm.balloon / MiB),
})

export const shares = vmOption({
  keys: ['shares'],
  schema: field(z.int().min(0).max(50_000), {
    description: 'Weight against other machines when memory is taken back.',
    example: 2000,
  }),
  qm: ({ vm }) => entry('shares', vm.shares),
})

export const hugepages = vmOption({
  keys: ['hugepages'],
  schema: field(z.enum(['any', '2MiB', '1GiB']), {
    description: 'Back the memory by huge pages; needs `numa`, only `root@pam` may set it.',
    example: '1GiB',
  }),
  qm: ({ vm }) => entry('hugepages', vm.hugepages === undefined ? undefined : pages[vm.hugepages]),
})
