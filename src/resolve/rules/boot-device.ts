import { placeDisks } from '../../spec/vm/disks.ts'
import { type Draft, whereItem } from '../draft.ts'
import { machineRule } from '../rule.ts'
import { drivesOfOurs } from './ide-clash.ts'

/** Proxmox refuses a boot order with a device that is not there. */
export const bootDevice = machineRule({
  code: 'boot-device',
  severity: 'error',
  summary: '`vm.boot` names devices that the machine has',
  find: (machine) => {
    if (machine.origins.get('vm.boot')?.from !== 'file') return undefined
    const devices = devicesOf(machine)
    return machine.vm.boot.flatMap((device, index) =>
      devices.has(device)
        ? []
        : [
            {
              path: whereItem(machine, 'vm.boot', index),
              message: `the machine has no device ${device}`,
              hint: `it has ${[...devices].join(', ')}`,
            },
          ],
    )
  },
})

function devicesOf(machine: Draft): ReadonlySet<string> {
  const { vm, nics } = machine
  return new Set([
    `${vm.disk.bus}0`,
    ...placeDisks(machine).map(([key]) => key),
    ...drivesOfOurs(machine).keys(),
    ...nics.map((_, index) => `net${index}`),
    ...vm.pci.map((_, index) => `hostpci${index}`),
    ...Object.keys(vm.raw).filter((key) => /^usb\d+$/.test(key)),
  ])
}
