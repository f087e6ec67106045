import type { Vm } from '../../../../world/vm.ts'
import type { Asking } from '../asking.ts'

/** Cuts the power of a machine; nothing happens to one that is off. */
export function endRun({ sim }: Pick<Asking, 'sim'>, vm: Vm): void {
  if (vm.run === undefined) return
  delete vm.run
  sim.guests.of(vm.vmid).powerOff()
}

/** Whether a machine runs, but nothing in it moves. */
export const isPaused = (vm: Vm): boolean => vm.run?.status === 'paused' || vm.run?.status === 'prelaunch'
