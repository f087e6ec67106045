import { formatSize, GiB } from '../../units/size.ts'
import { whereItem, whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Proxmox allocates disks in whole GiB. */
export const diskStep = machineRule({
  code: 'disk-step',
  severity: 'error',
  summary: 'disks are a whole number of GiB, at least one',
  find: (machine) =>
    [machine.vm.disk, ...machine.vm.disks].flatMap(({ size }, index) => {
      if (size >= GiB && size % GiB === 0) return []
      const path =
        index === 0 ? whereWritten(machine, 'vm.disk.size') : whereItem(machine, 'vm.disks', index - 1, 'size')
      const hint = `use ${formatSize(Math.max(1, Math.ceil(size / GiB)) * GiB)}`
      const message = size === 0 ? 'a disk needs a size' : 'not a whole number of GiB, which Proxmox allocates'
      return [{ path, message, hint }]
    }),
})
