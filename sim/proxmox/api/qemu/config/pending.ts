import type { Vm, VmConfig } from '../../../../world/vm.ts'

/** Notes that a key is to go with the next start; force removes what it names as well. */
export function deleteLater(vm: Vm, key: string, force: boolean): void {
  vm.pendingDelete[key] = force
}

/** Drops changes that would change nothing. */
export function cleanUpPending(vm: Vm): void {
  for (const [key, text] of Object.entries(vm.pending)) if (vm.config[key] === text) delete vm.pending[key]
  for (const key of Object.keys(vm.pendingDelete)) if (vm.config[key] === undefined) delete vm.pendingDelete[key]
}

/** Whether anything waits for the next start. */
export const hasPending = (vm: Vm): boolean =>
  Object.keys(vm.pending).length > 0 || Object.keys(vm.pendingDelete).length > 0

/** The configuration as it will be after the next start. */
export function withPending(vm: Vm): VmConfig {
  const config = { ...vm.config, ...vm.pending }
  for (const key of Object.keys(vm.pendingDelete)) delete config[key]
  return config
}
