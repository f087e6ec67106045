import { z } from 'zod'
import { field } from '../schema/field.ts'
import { bit, entry, properties, vmOption } from './option.ts'

export const agent = vmOption({
  keys: ['agent'],
  schema: field(z.boolean(), {
    description: 'QEMU guest agent; its extension `qemu-guest-agent` is added to the image.',
    example: true,
    default: true,
  }),
  qm: ({ vm }) => entry('agent', bit(vm.agent)),
})

export const serial = vmOption({
  keys: ['serial0'],
  schema: field(z.boolean(), { description: 'Serial console `serial0`, where Talos prints its log.', example: true }),
  qm: ({ vm }) => (vm.serial === true ? { serial0: 'socket' } : {}),
})

const display = z.enum(['std', 'virtio', 'virtio-gl', 'qxl', 'vmware', 'cirrus', 'serial0', 'none'])

export const vga = vmOption({
  keys: ['vga'],
  schema: field(
    z.union([
      display.transform((type) => ({ type })),
      z.strictObject({
        type: field(display, { description: 'Display.', example: 'virtio', derived: 'std' }),
        memory: field(z.int().min(4).max(512), { description: 'Its memory in MiB.', example: 32 }),
      }),
    ]),
    { description: 'Display, alone or with its memory.', example: 'serial0' },
  ),
  qm: ({ vm }) =>
    vm.vga === undefined ? {} : entry('vga', properties(vm.vga.type ?? 'std', { memory: vm.vga.memory })),
})

export const rng = vmOption({
  keys: ['rng0'],
  schema: field(
    z.strictObject({
      source: field(z.enum(['/dev/urandom', '/dev/random', '/dev/hwrng']), {
        description: 'Source on the host.',
        example: '/dev/urandom',
        derived: '/dev/urandom',
      }),
      maxBytes: field(z.int().min(0), { description: 'Bytes per period.', example: 1024 }),
      period: field(z.int().min(1), { description: 'Period in milliseconds.', example: 1000 }),
    }),
    { description: 'Random numbers from the host.', example: { source: '/dev/urandom' } },
  ),
  qm: ({ vm }) =>
    vm.rng === undefined
      ? {}
      : entry(
          'rng0',
          properties(`source=${vm.rng.source ?? '/dev/urandom'}`, {
            max_bytes: vm.rng.maxBytes,
            period: vm.rng.period,
          }),
        ),
})

export const watchdog = vmOption({
  keys: ['watchdog'],
  schema: field(
    z.strictObject({
      model: field(z.enum(['i6300esb', 'ib700']), { description: 'Device.', example: 'i6300esb', derived: 'i6300esb' }),
      action: field(z.enum(['reset', 'shutdown', 'poweroff', 'pause', 'debug', 'none']), {
        description: 'What happens when the machine hangs.',
        example: 'reset',
      }),
    }),
    { description: 'Watchdog device.', example: { action: 'reset' } },
  ),
  qm: ({ vm }) =>
    vm.watchdog === undefined
      ? {}
      : entry('watchdog', properties(`model=${vm.watchdog.model ?? 'i6300esb'}`, { action: vm.watchdog.action })),
})
