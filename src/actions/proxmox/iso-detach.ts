import { ownDrives } from '../../spec/vm/own-drives.ts'
import type { Handler } from '../handler.ts'
import { machineNamed } from '../machine.ts'
import { findVm } from './find-vm.ts'
import { setKeys } from './set-keys.ts'

/** Takes the ISO out of a machine that is installed; the drive stays, empty. */
export const isoDetach: Handler<'iso.detach'> = {
  minutes: 2,
  done: async ({ machine: name }, tools) => {
    const machine = machineNamed(tools, name)
    const text = (await findVm(tools, machine, 'running'))?.config[ownDrives[machine.image.arch].iso]
    return text === undefined || text.startsWith('none')
  },
  run: async ({ machine: name }, tools, telling) => {
    const machine = machineNamed(tools, name)
    await setKeys(tools, telling, machine, { [ownDrives[machine.image.arch].iso]: 'none,media=cdrom' })
  },
}
