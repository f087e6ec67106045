import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Talos images are signed by the image factory or not at all, never by Microsoft. */
export const preEnrolledKeys = machineRule({
  code: 'pre-enrolled-keys',
  severity: 'error',
  summary: "`vm.efidisk.preEnrolledKeys` is off: Microsoft's keys start no Talos image",
  find: (machine) => {
    if (machine.vm.efidisk?.preEnrolledKeys !== true) return undefined
    const message = "with Microsoft's keys enrolled, no Talos image starts"
    const hint = machine.image.secureBoot
      ? 'set it to false: Talos enrols its own keys at the first start'
      : 'set it to false'
    return { path: whereWritten(machine, 'vm.efidisk.preEnrolledKeys'), message, hint }
  },
})
