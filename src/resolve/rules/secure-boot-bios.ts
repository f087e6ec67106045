import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Secure Boot is a part of UEFI. */
export const secureBootBios = machineRule({
  code: 'secure-boot-bios',
  severity: 'error',
  summary: 'machines with `talos.secureBoot` have `vm.bios: ovmf`',
  find: (machine) =>
    machine.image.secureBoot && machine.vm.bios !== 'ovmf'
      ? {
          path: whereWritten(machine, 'talos.secureBoot'),
          message: `Secure Boot needs UEFI, but vm.bios is ${machine.vm.bios}`,
          hint: 'set vm.bios: ovmf',
        }
      : undefined,
})
