import { z } from 'zod'
import { field, kind } from '../schema/field.ts'
import { seconds } from '../schema/values.ts'
import { entry, vmOption } from './option.ts'

/** A tag as Proxmox stores it. */
export const tag = kind(
  z.string().regex(/^[a-z0-9_][a-z0-9_+.-]*$/, 'not a tag: lower-case letters, digits, _ and, not first, - + .'),
  {
    title: 'tag',
    description: 'Lower-case letters, digits, _ and, not first, - + and dots.',
    examples: ['kubernetes'],
  },
)

export const onboot = vmOption({
  keys: ['onboot'],
  schema: field(z.boolean(), { description: 'Start with the host.', example: true, default: true }),
  qm: ({ vm }) => (vm.onboot ? { onboot: '1' } : {}),
})

export const startup = vmOption({
  keys: ['startup'],
  schema: field(
    z.strictObject({
      order: field(
        z.union([
          z.int().min(1).max(100),
          z.string().regex(/^\+\d{1,2}$/, "a number from 1 to 100, or +3 for the machine's index plus 3"),
        ]),
        {
          description: 'Position, 1–100; `+3` is the index of the machine in its pool plus 3.',
          example: 4,
        },
      ),
      up: field(seconds(300), {
        description: 'Seconds until the next machine starts, 0–300.',
        example: 15,
        derived: '15',
      }),
      down: field(seconds(600), {
        description: 'Seconds it may take to shut down, 0–600.',
        example: 60,
        derived: '60',
      }),
    }),
    {
      description: 'Start and stop with the host, in order; Proxmox asks for Sys.Modify on / to set it.',
      example: { order: 4, up: 15, down: 60 },
    },
  ),
  qm: ({ vm }) => {
    if (vm.startup === undefined) return {}
    const { order, up, down } = vm.startup
    return entry('startup', [...(order === undefined ? [] : [`order=${order}`]), `up=${up}`, `down=${down}`].join(','))
  },
})

export const protection = vmOption({
  keys: ['protection'],
  schema: field(z.boolean(), {
    description: 'Let Proxmox refuse to remove the machine and its disks.',
    example: true,
    derived: 'that of the cluster',
  }),
  qm: ({ vm }) => (vm.protection ? { protection: '1' } : {}),
})

export const hookscript = vmOption({
  keys: ['hookscript'],
  schema: field(
    z.string().regex(/^[A-Za-z][\w.-]*:snippets\/\S+$/, 'not a snippet: write it as local:snippets/hook.sh'),
    {
      description: 'Script Proxmox runs around starts and stops; only `root@pam` may set it.',
      example: 'local:snippets/hook.sh',
    },
  ),
  qm: ({ vm }) => entry('hookscript', vm.hookscript),
})

export const tags = vmOption({
  keys: ['tags'],
  schema: field(z.array(tag), {
    description: "Tags; `talmox`, the cluster's name and the role are always added.",
    example: ['kubernetes', 'linux', 'talos'],
    default: ['kubernetes', 'linux', 'talos'],
  }),
  qm: ({ vm }) => entry('tags', vm.tags.join(';')),
})

export const description = vmOption({
  keys: ['description'],
  schema: field(z.string().max(4096), { description: 'Notes shown in Proxmox.', example: 'rack 3' }),
  qm: ({ vm }) => entry('description', vm.description),
})
