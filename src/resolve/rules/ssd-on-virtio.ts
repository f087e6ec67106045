import { type Draft, whereItem, whereWritten } from '../draft.ts'
import { type Finding, machineRule } from '../rule.ts'

/** Proxmox has no such setting for virtio disks; the default is left out there, a wish is answered. */
export const ssdOnVirtio = machineRule({
  code: 'ssd-on-virtio',
  severity: 'warning',
  summary: '`ssd` is not asked for on bus `virtio`',
  find: (machine) => {
    const { disk, disks } = machine.vm
    const said = machine.settings.vm?.disks ?? []
    const boot = disk.bus === 'virtio' && disk.ssd && machine.origins.get('vm.disk.ssd')?.from === 'file'
    return [
      ...(boot ? [fault(whereWritten(machine, 'vm.disk.ssd'))] : []),
      ...disks.flatMap((one, index) =>
        one.bus === 'virtio' && said[index]?.ssd === true ? [fault(itemPath(machine, index))] : [],
      ),
    ]
  },
})

function itemPath(machine: Draft, index: number): Finding['path'] {
  return whereItem(machine, 'vm.disks', index, 'ssd')
}

function fault(path: Finding['path']): Finding {
  return { path, message: 'a virtio disk cannot be shown as an SSD', hint: 'remove it, or use bus scsi' }
}
