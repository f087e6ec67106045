import { whereItem } from '../draft.ts'
import { isRootLogin, signInAsRoot } from '../root-login.ts'
import { machineRule } from '../rule.ts'

/** Proxmox lets only root itself name a device of the host. */
export const pciAddressLogin = machineRule({
  code: 'pci-address-login',
  severity: 'error',
  summary: 'PCI devices are named by resource mapping, unless `root@pam` signs in with a password',
  find: (machine, { spec }) =>
    isRootLogin(spec)
      ? undefined
      : machine.vm.pci.flatMap(({ address }, index) =>
          address === undefined
            ? []
            : [
                {
                  path: whereItem(machine, 'vm.pci', index, 'address'),
                  message: 'only root@pam, signed in with a password, may pass through a PCI address',
                  hint: `make a resource mapping for the device and name it with mapping; or ${signInAsRoot}`,
                },
              ],
        ),
})
