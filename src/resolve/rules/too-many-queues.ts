import { whereItem, whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** More queues than CPUs only cost memory. */
export const tooManyQueues = machineRule({
  code: 'too-many-queues',
  severity: 'error',
  summary: 'no NIC has more queues than the machine has CPUs',
  find: (machine) => {
    const cpus = machine.vm.sockets * machine.vm.cores
    return machine.nics.flatMap(({ queues = 1 }, index) => {
      if (queues <= cpus) return []
      const path =
        index === 0 ? whereWritten(machine, 'vm.net.queues') : whereItem(machine, 'network.nics', index - 1, 'queues')
      return [
        { path, message: `${queues} queues are more than the machine has CPUs, ${cpus}`, hint: `use ${cpus} or less` },
      ]
    })
  },
})
