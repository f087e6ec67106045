import { whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

const prefixOfBus = { scsi: '/dev/sd', sata: '/dev/sd', ide: '/dev/sd', virtio: '/dev/vd' } as const

/** The name of a disk follows from its bus; Talos would wait for one that never appears. */
export const installDisk = machineRule({
  code: 'install-disk',
  severity: 'error',
  summary: '`talos.installDisk` is a disk that the machine has',
  find: (machine) => {
    const { source } = machine.image
    const { bus } = machine.vm.disk
    const kernelName =
      source.mode === 'iso' ? /^\/dev\/(?:[shv]d[a-z]+|nvme\d+n\d+)$/.exec(source.installDisk)?.[0] : undefined
    if (kernelName === undefined || kernelName.startsWith(prefixOfBus[bus])) return undefined
    return {
      path: whereWritten(machine, 'talos.installDisk'),
      message: `the boot disk is on bus ${bus}, where there is no ${kernelName}`,
      hint: `use ${prefixOfBus[bus]}a, or leave it out`,
    }
  },
})
