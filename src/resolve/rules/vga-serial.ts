import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** A display on the serial console needs that console. */
export const vgaSerial = machineRule({
  code: 'vga-serial',
  severity: 'error',
  summary: '`vm.vga: serial0` goes with `vm.serial`',
  find: (machine) => {
    if (machine.vm.vga?.type !== 'serial0' || machine.vm.serial === true) return undefined
    const message = 'the display is to be the serial console, but there is none'
    return { path: whereWritten(machine, 'vm.vga'), message, hint: 'set vm.serial: true' }
  },
})
