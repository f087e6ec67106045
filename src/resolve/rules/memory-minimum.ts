import type { Role } from '../../placement/types.ts'
import { formatSize, GiB } from '../../units/size.ts'
import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

const minimum: Readonly<Record<Role, number>> = { controlplane: 2 * GiB, worker: GiB }
const roleName: Readonly<Record<Role, string>> = { controlplane: 'a control plane', worker: 'a worker' }

/** Below its minimum Talos refuses to go on. */
export const memoryMinimum = machineRule({
  code: 'memory-minimum',
  severity: 'error',
  summary: 'control planes have at least 2GiB of memory, workers at least 1GiB',
  find: (machine) => {
    const { role, vm } = machine
    if (vm.memory >= minimum[role]) return undefined
    const least = formatSize(minimum[role])
    const message = `${formatSize(vm.memory)} is less than Talos needs for ${roleName[role]}`
    return { path: whereWritten(machine, 'vm.memory'), message, hint: `use ${least} or more` }
  },
})
