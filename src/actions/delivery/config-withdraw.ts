import { seedUrlIn, withoutSeedUrl } from '../../proxmox/hardware/seed-url.ts'
import { withPending } from '../../proxmox/hardware/step.ts'
import { removeCidata } from '../../proxmox/images/cidata.ts'
import { cidataDrive } from '../../proxmox/images/cidata-file.ts'
import type { ObservedVm } from '../../proxmox/observe/observed.ts'
import type { Release } from '../../proxmox/tables/types.ts'
import type { Handler } from '../handler.ts'
import { findVm } from '../proxmox/find-vm.ts'
import { sameIdentity } from '../proxmox/same-identity.ts'
import { setKeys } from '../proxmox/set-keys.ts'
import { taskOptions } from '../proxmox/task-options.ts'
import { releaseOf } from '../proxmox/wanted.ts'

/** Leaves nothing of a config that was laid out for a machine. */
export const configWithdraw: Handler<'config.withdraw'> = {
  minutes: 5,
  done: async () => false,
  run: async (seat, tools, telling) => {
    const { machine: name, uuid } = seat
    tools.configServer.withdraw(uuid)
    const vm = sameIdentity(await findVm(tools, seat, 'running'), seat)
    if (vm !== undefined) {
      const set = keysWithout(vm, uuid, await releaseOf(tools))
      if (Object.keys(set).length > 0) await setKeys(tools, telling, { name, vmid: vm.vmid, host: vm.host }, set)
    }
    // Out of the drive first: a machine whose CD is missing could not be started again.
    for (const place of seat.cds) await removeCidata(tools.proxmox, { ...place, uuid }, taskOptions(telling))
  },
}

function keysWithout(vm: ObservedVm, uuid: string, release: Release): Readonly<Record<string, string>> {
  const keys = withPending(vm)
  const drive = cidataDrive(keys, uuid)
  const { smbios1 } = keys
  return {
    ...(drive === undefined ? {} : { [drive.key]: 'none,media=cdrom' }),
    ...(smbios1 === undefined || seedUrlIn(smbios1, release) === undefined
      ? {}
      : { smbios1: withoutSeedUrl(smbios1, release) }),
  }
}
