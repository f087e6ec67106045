import { formatSize, MiB } from '../../units/size.ts'
import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Proxmox counts memory in MiB. */
export const memoryStep = machineRule({
  code: 'memory-step',
  severity: 'error',
  summary: 'memory is a whole number of MiB',
  find: (machine) =>
    (['memory', 'balloon'] as const).flatMap((key) => {
      const bytes = machine.vm[key] ?? 0
      if (bytes % MiB === 0) return []
      const hint = `use ${formatSize(Math.ceil(bytes / MiB) * MiB)}`
      return [
        {
          path: whereWritten(machine, `vm.${key}`),
          message: 'not a whole number of MiB, which Proxmox counts in',
          hint,
        },
      ]
    }),
})
