import { formatSize, GiB } from '../../units/size.ts'
import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Talos checks for 6 GiB before it installs, and asks for 10 GiB in its documentation. */
export const diskMinimum = machineRule({
  code: 'disk-minimum',
  severity: 'error',
  summary: 'the boot disk has at least 6GiB; less than 10GiB is warned about',
  find: (machine) => {
    const { size } = machine.vm.disk
    if (size >= 10 * GiB) return undefined
    const path = whereWritten(machine, 'vm.disk.size')
    const hint = 'use 10GiB or more'
    if (size < 6 * GiB) return { path, message: `Talos does not install on ${formatSize(size)}`, hint }
    return { path, severity: 'warning', message: `${formatSize(size)} is less than Talos recommends`, hint }
  },
})
