import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Proxmox takes huge pages from NUMA nodes only, and does not start the machine otherwise. */
export const hugepagesNuma = machineRule({
  code: 'hugepages-numa',
  severity: 'error',
  summary: '`vm.hugepages` goes with `vm.numa`',
  find: (machine) =>
    machine.vm.hugepages !== undefined && !machine.vm.numa
      ? {
          path: whereWritten(machine, 'vm.hugepages'),
          message: 'huge pages need NUMA, which is off',
          hint: 'set vm.numa: true',
        }
      : undefined,
})
