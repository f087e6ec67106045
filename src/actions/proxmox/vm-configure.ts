import { difference } from '../../proxmox/hardware/difference.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { bringHardware } from './bring-hardware.ts'
import { findVm } from './find-vm.ts'
import { releaseOf, wantedOf } from './wanted.ts'

/** Changes the hardware of a machine; what needs a restart waits for it. */
export const vmConfigure: Handler<'vm.configure'> = {
  minutes: 30,
  done: async ({ machine: name }, tools) => {
    const machine = machineNamed(tools, name)
    const vm = await findVm(tools, machine)
    if (vm === undefined) return false
    const { set, resize, move, ...rest } = difference(await wantedOf(tools, machine), vm, await releaseOf(tools))
    return Object.keys(set).length + rest.delete.length + resize.length + move.length === 0
  },
  run: ({ machine }, tools, telling) => bringHardware(tools, telling, machineNamed(tools, machine)),
}
