import type { Vm } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import { guestLock } from '../../../tasks/locks.ts'
import type { Asking } from '../asking.ts'

/** Refuses while something else has marked the machine as its own. */
export function checkLock(vm: Vm): void {
  if (vm.config.lock !== undefined) throw died(`VM is locked (${vm.config.lock})`)
}

/** Refuses to take something away from a protected machine. */
export function checkProtection(vm: Vm, what: string): void {
  if (isOn(vm.config.protection)) throw died(`${what} - protection mode enabled`)
}

/** Whether a flag of the configuration is set. */
export const isOn = (value: string | undefined): boolean => value !== undefined && value !== '0'

/** Whether a machine is a template. */
export const isTemplate = (vm: Vm): boolean => isOn(vm.config.template)

/** Runs something while nobody else changes the configuration. */
export function locked<T>(
  { sim, node }: Pick<Asking, 'sim' | 'node'>,
  vmid: number,
  run: () => Promise<T> | T,
  options: { readonly seconds?: number; readonly shared?: boolean } = {},
): Promise<T> {
  return sim.locks.hold(guestLock(node, vmid, options.seconds, options.shared), run)
}
