import type { Vm } from '../../../../world/vm.ts'
import { badParameters } from '../../../failure.ts'
import type { Asking, Job } from '../asking.ts'
import { bootOrderOf } from '../config/boot-order.ts'
import { cleanUpPending, hasPending } from '../config/pending.ts'
import { tidyUnused } from '../config/unused.ts'
import { applyPending } from './apply-pending.ts'
import type { Changes } from './changes.ts'
import { plugPending } from './hotplug.ts'
import { removeKey } from './remove-key.ts'
import { setKey } from './set-key.ts'

/** A change of a configuration on its way. */
export interface Change {
  readonly asking: Asking
  readonly job: Job
  readonly vm: Vm
  readonly changes: Changes
  /** Devices that the machine boots from, as they are after what has been changed so far. */
  bootOrder: readonly string[]
  /** Keys that were touched. */
  readonly touched: Set<string>
}

/** Notes every change as pending, then does what can be done at once. */
export async function applyChanges(asking: Asking, job: Job, vm: Vm, wanted: Changes): Promise<void> {
  const changes = withReverted(vm, wanted)
  job.log(`update VM ${vm.vmid}: ${changes.words}`)
  const change: Change = { asking, job, vm, changes, bootOrder: bootOrderOf(vm.config.boot), touched: new Set() }
  for (const key of changes.remove) removeKey(change, key)
  for (const key of Object.keys(changes.settings).sort()) {
    await setKey(change, key, changes.settings[key] ?? '')
    tidyUnused(vm)
  }
  cleanUpPending(vm)
  if (!hasPending(vm)) return
  const errors = vm.run === undefined ? applyPending(asking, vm) : await plugPending(asking, job, vm, change.touched)
  if (Object.keys(errors).length > 0) throw badParameters(errors)
}

/** Going back to what is: the current value once more, or no pending one. */
function withReverted(vm: Vm, changes: Changes): Changes {
  const settings = { ...changes.settings }
  const remove = [...changes.remove]
  for (const key of changes.revert) {
    const current = vm.config[key]
    if (current !== undefined) settings[key] = current
    else if (vm.pending[key] !== undefined) remove.push(key)
  }
  if (changes.remove.includes('vmstate')) {
    if (vm.config.lock === 'suspended') remove.push('lock')
    remove.push(...['runningmachine', 'runningcpu'].filter((key) => vm.config[key] !== undefined))
  }
  return { ...changes, settings, remove }
}
