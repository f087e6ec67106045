import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Only UEFI keeps settings on a disk. */
export const efidiskWithoutOvmf = machineRule({
  code: 'efidisk-without-ovmf',
  severity: 'warning',
  summary: '`vm.efidisk` goes with `vm.bios: ovmf`',
  find: (machine) => {
    if (machine.vm.efidisk === undefined || machine.vm.bios === 'ovmf') return undefined
    const written = ['type', 'preEnrolledKeys', 'storage'].find(
      (key) => machine.origins.get(`vm.efidisk.${key}`)?.from === 'file',
    )
    return {
      path:
        written === undefined
          ? whereWritten(machine, 'vm.bios')
          : whereWritten(machine, `vm.efidisk.${written}`).slice(0, -1),
      message: `the disk for UEFI settings is of no use with bios ${machine.vm.bios}`,
      hint: 'set vm.efidisk: null here, or vm.bios: ovmf',
    }
  },
})
