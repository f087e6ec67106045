import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Talos images are signed by the image factory or not at all, never by Microsoft. */
export const preEnrolledKeys = machineRule({
  code: 'pre-enrolled-keys',
  severity: 'error',
  summary: '`vm.efidisk.preEnrolledKeys` is off: an error with `talos.secureBoot`, else a warning',
  find: (machine) => {
    if (machine.vm.efidisk?.preEnrolledKeys !== true) return undefined
    const path = whereWritten(machine, 'vm.efidisk.preEnrolledKeys')
    if (machine.image.secureBoot) {
      const message = "Microsoft's keys do not start a Talos image, which is signed with other keys"
      return { path, message, hint: 'set it to false: Talos enrols its own keys at the first start' }
    }
    const message = "Microsoft's keys turn Secure Boot on, and an unsigned Talos image does not start"
    return { path, severity: 'warning', message, hint: 'set it to false, or turn Secure Boot off in the firmware menu' }
  },
})
