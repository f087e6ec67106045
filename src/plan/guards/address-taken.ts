import { addressInConfig } from '../../proxmox/hardware/address-in-config.ts'
import type { Guard } from '../guard.ts'

/** Two machines at one address disturb each other, and whoever comes, comes before anybody goes. */
export const addressTaken: Guard = {
  code: 'address-taken',
  level: 'refused',
  summary: 'a new machine has the address of one that is still to be removed',
  check({ leaving, machines }) {
    const holders = new Map(leaving.map(({ name, vm }) => [addressInConfig(vm.config), name]))
    return machines.flatMap(({ machine, progress }) => {
      const address = machine.nics[0].addresses[0]?.address
      const holder = progress === 'absent' && address !== undefined ? holders.get(address) : undefined
      if (holder === undefined || holder === machine.name) return []
      return [
        {
          target: machine.name,
          message: `its address ${address} is that of ${holder}, which is no longer in the file but still there`,
          hint: 'choose other addresses, or remove the old machines first: take the new ones out of the file, run, and put them in again',
        },
      ]
    })
  },
}
