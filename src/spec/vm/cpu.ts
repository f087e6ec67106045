import { z } from 'zod'
import { field } from '../schema/field.ts'
import { bit, entry, properties, vmOption } from './option.ts'

const flag = z.string().regex(/^[+-][a-z0-9][\w.-]*$/, 'not a CPU flag: write +aes or -pcid')
const cpuType = z.string().regex(/^[A-Za-z0-9][\w.-]*$/, 'not a CPU type')

export const cores = vmOption({
  keys: ['cores'],
  schema: field(z.int().min(1).max(512), {
    description: 'CPU cores per socket.',
    example: 4,
    derived: '4 for control planes, 8 for workers',
  }),
  qm: ({ vm }) => entry('cores', vm.cores),
})

export const sockets = vmOption({
  keys: ['sockets'],
  schema: field(z.int().min(1).max(16), { description: 'CPU sockets.', example: 1, default: 1 }),
  qm: ({ vm }) => entry('sockets', vm.sockets),
})

export const vcpus = vmOption({
  keys: ['vcpus'],
  schema: field(z.int().min(1).max(8192), {
    description: 'CPUs that are plugged in at start, of sockets × cores.',
    example: 4,
  }),
  qm: ({ vm }) => entry('vcpus', vm.vcpus),
})

export const cpu = vmOption({
  keys: ['cpu'],
  schema: field(
    z.union([
      cpuType.transform((type) => ({ type })),
      z.strictObject({
        type: field(cpuType, { description: 'CPU type.', example: 'x86-64-v3', derived: 'host' }),
        flags: field(z.array(flag), { description: 'Flags to add or take away.', example: ['+aes', '-pcid'] }),
        hidden: field(z.boolean(), { description: 'Hide that this is a virtual machine.', example: true }),
      }),
    ]),
    {
      description: 'CPU type, alone or with flags; `host` is fastest, `x86-64-v2-AES` is the oldest Talos runs on.',
      example: 'host',
      default: 'host',
    },
  ),
  qm: ({ vm }) =>
    entry(
      'cpu',
      properties(vm.cpu.type, { flags: vm.cpu.flags?.join(';'), hidden: vm.cpu.hidden === true ? true : undefined }),
    ),
})

export const affinity = vmOption({
  keys: ['affinity'],
  schema: field(z.string().regex(/^\d+(-\d+)?(,\d+(-\d+)?)*$/, 'not a list of CPUs: write it as 0,4,8-11'), {
    description: 'Host CPUs the machine may run on; only `root@pam` may set it.',
    example: '0,4,8-11',
  }),
  qm: ({ vm }) => entry('affinity', vm.affinity),
})

export const cpuLimit = vmOption({
  keys: ['cpulimit'],
  schema: field(z.number().min(0).max(128), { description: 'Most host CPUs it may use; 0 is no limit.', example: 4 }),
  qm: ({ vm }) => entry('cpulimit', vm.cpuLimit),
})

export const cpuUnits = vmOption({
  keys: ['cpuunits'],
  schema: field(z.int().min(1).max(262_144), {
    description: 'Weight against other machines when CPUs are short.',
    example: 200,
  }),
  qm: ({ vm }) => entry('cpuunits', vm.cpuUnits),
})

export const numa = vmOption({
  keys: ['numa'],
  schema: field(z.boolean(), { description: 'Show NUMA nodes to the machine.', example: true, default: true }),
  qm: ({ vm }) => entry('numa', bit(vm.numa)),
})
