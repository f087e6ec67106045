import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** Some clusters hang at bootstrap with one controller per disk. */
export const scsiController = machineRule({
  code: 'scsi-controller',
  severity: 'warning',
  summary: '`vm.scsihw` is not `virtio-scsi-single`',
  find: (machine) =>
    machine.vm.scsihw === 'virtio-scsi-single'
      ? {
          path: whereWritten(machine, 'vm.scsihw'),
          message:
            "Talos' documentation advises against virtio-scsi-single: the bootstrap of some clusters hangs with it",
          hint: 'use virtio-scsi-pci',
        }
      : undefined,
})
