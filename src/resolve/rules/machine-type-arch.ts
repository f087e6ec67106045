import { whereWritten } from '../draft.ts'
import { type Finding, machineRule } from '../rule.ts'

/** Each architecture has its own machine types and firmware. */
export const machineTypeArch = machineRule({
  code: 'machine-type-arch',
  severity: 'error',
  summary: 'arm64 machines are of type `virt` with `ovmf`, amd64 machines are not',
  find: (machine): Finding[] => {
    const arm = machine.image.arch === 'arm64'
    const { machine: type, bios } = machine.vm
    const wrongType = type.startsWith('virt') !== arm
    const path = whereWritten(machine, 'vm.machine')
    const typeHint = `use ${arm ? 'virt' : 'q35'}, or leave it out`
    return [
      ...(wrongType ? [{ path, message: `${machine.image.arch} has no machine type ${type}`, hint: typeHint }] : []),
      ...(arm && bios === 'seabios'
        ? [{ path: whereWritten(machine, 'vm.bios'), message: 'arm64 has no seabios', hint: 'use ovmf' }]
        : []),
    ]
  },
})
