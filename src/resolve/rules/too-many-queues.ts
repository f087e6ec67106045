import { whereItem, whereWritten } from '../draft.ts'
import { cpusAtStart } from '../hardware.ts'
import { machineRule } from '../rule.ts'

/** More queues than CPUs only cost memory. */
export const tooManyQueues = machineRule({
  code: 'too-many-queues',
  severity: 'error',
  summary: 'no NIC has more queues than the machine has CPUs when it starts',
  find: (machine) => {
    const cpus = cpusAtStart(machine.vm)
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
