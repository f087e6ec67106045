import { whereItem } from '../draft.ts'
import { fullAddress, overlaps } from '../pci-address.ts'
import { machineRule } from '../rule.ts'

/** A machine cannot be given the same device twice. */
export const pciDeviceTwice = machineRule({
  code: 'pci-device-twice',
  severity: 'error',
  summary: 'no machine is given a PCI address twice',
  find: (machine) => {
    const addresses = machine.vm.pci.map(({ address }) => (address === undefined ? undefined : fullAddress(address)))
    return addresses.flatMap((address, index) => {
      const before = addresses.slice(0, index)
      if (address === undefined || !before.some((other) => other !== undefined && overlaps(address, other))) return []
      const path = whereItem(machine, 'vm.pci', index, 'address')
      return [{ path, message: 'the machine already has this device', hint: 'remove one of the two' }]
    })
  },
})
