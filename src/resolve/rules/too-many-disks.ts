import { busSlots } from '../../spec/vm/disks.ts'
import { whereItem } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Every bus has its number of drives. */
export const tooManyDisks = machineRule({
  code: 'too-many-disks',
  severity: 'error',
  summary: 'a bus carries no more disks than it has places',
  find: (machine) => {
    const { disk, disks } = machine.vm
    const counts: Record<string, number> = { [disk.bus]: 1 }
    return disks.flatMap(({ bus }, index) => {
      const count = (counts[bus] ?? 0) + 1
      counts[bus] = count
      if (count !== busSlots[bus] + 1) return []
      const path = whereItem(machine, 'vm.disks', index)
      return [{ path, message: `bus ${bus} is full: it takes ${busSlots[bus]} disks`, hint: 'put it on another bus' }]
    })
  },
})
