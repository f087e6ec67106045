import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** A position that grows with the index must not grow out of its range. */
export const startupOrder = machineRule({
  code: 'startup-order',
  severity: 'error',
  summary: '`vm.startup.order` stays within 1 to 100 for every machine of a pool',
  everyMachine: true,
  find: (machine) => {
    const order = machine.vm.startup?.order
    if (order === undefined || order <= 100) return undefined
    // The message is the same for every machine of the pool, so that it is said once.
    const last = order + machine.pool.count - machine.index
    return {
      path: whereWritten(machine, 'vm.startup.order'),
      message: `the order of the last machine is ${last}, the highest is 100`,
      hint: 'use one order for all machines of the pool, such as 4',
    }
  },
})
