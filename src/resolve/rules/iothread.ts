import { whereItem, whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** A thread belongs to a controller, and only these have one per disk. */
export const iothread = machineRule({
  code: 'iothread',
  severity: 'warning',
  summary: '`iothread` goes with bus `virtio`, or with `vm.scsihw: virtio-scsi-single`',
  find: (machine) => {
    const { vm } = machine
    return [vm.disk, ...vm.disks].flatMap((disk, index) => {
      const works = disk.bus === 'virtio' || (disk.bus === 'scsi' && vm.scsihw === 'virtio-scsi-single')
      if (!disk.iothread || works) return []
      const own = machine.settings.vm?.disks?.[index - 1]?.iothread !== undefined
      const path = own
        ? whereItem(machine, 'vm.disks', index - 1, 'iothread')
        : whereWritten(machine, 'vm.disk.iothread')
      const controller = disk.bus === 'scsi' ? `scsihw ${vm.scsihw}` : `bus ${disk.bus}`
      return [{ path, message: `iothread does nothing with ${controller}`, hint: 'remove it, or use bus virtio' }]
    })
  },
})
