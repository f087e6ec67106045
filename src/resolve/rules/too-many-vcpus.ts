import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** CPUs that are plugged in at start are some of those that the machine has. */
export const tooManyVcpus = machineRule({
  code: 'too-many-vcpus',
  severity: 'error',
  summary: '`vm.vcpus` is at most sockets × cores',
  find: (machine) => {
    const { sockets, cores, vcpus = 0 } = machine.vm
    if (vcpus <= sockets * cores) return undefined
    const message = `${vcpus} CPUs are more than ${sockets} × ${cores}, sockets × cores`
    return { path: whereWritten(machine, 'vm.vcpus'), message, hint: `use ${sockets * cores} or less` }
  },
})
