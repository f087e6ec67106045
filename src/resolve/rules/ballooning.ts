import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Talos does not give memory back; a balloon takes it from running pods. */
export const ballooning = machineRule({
  code: 'ballooning',
  severity: 'warning',
  summary: '`vm.balloon` is 0, and never more than `vm.memory`',
  find: (machine) => {
    const { balloon = 0, memory } = machine.vm
    if (balloon === 0) return undefined
    const path = whereWritten(machine, 'vm.balloon')
    const hint = 'set vm.balloon: 0'
    if (balloon <= memory) return { path, message: 'Talos is not made for memory that the host takes back', hint }
    return { path, severity: 'error', message: 'the least memory is more than the machine has', hint }
  },
})
