import { whereItem } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** PCI Express is a part of the q35 machine type. */
export const pcieMachine = machineRule({
  code: 'pcie-machine',
  severity: 'error',
  summary: '`pcie` goes with machine type `q35`',
  find: (machine) =>
    machine.vm.machine.includes('q35')
      ? undefined
      : machine.vm.pci.flatMap(({ pcie }, index) =>
          pcie
            ? [
                {
                  path: whereItem(machine, 'vm.pci', index, 'pcie'),
                  message: `machine type ${machine.vm.machine} has no PCI Express`,
                  hint: 'set vm.machine: q35, or pcie: false',
                },
              ]
            : [],
        ),
})
