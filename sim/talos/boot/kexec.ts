import { driveVolume } from '../disk.ts'
import { later, type Node } from '../node.ts'
import { reset } from './power.ts'

/** Boots again without the firmware: the kernel on the system disk takes over, whatever the boot order says. */
export function kexec(node: Node): void {
  const { hardware, systemDrive } = node.state
  reset(node, hardware, 'kexec')
  const image = systemDrive === undefined ? undefined : driveVolume(node, systemDrive)?.image
  if (image === undefined || systemDrive === undefined) {
    later(node, 'firmware', node.talos.timing.firmware)
    return
  }
  node.state.image = image
  node.state.bootDrive = systemDrive
  later(node, 'kernel', node.talos.timing.kexec)
}
