import type { CloudInitChanges, Vm } from '../../../../world/vm.ts'

/** Values by name, copied, with how many they are. */
interface Copied<Value> {
  readonly values: Readonly<Record<string, Value>>
  readonly keys: number
}

/** A configuration as it is shown, written as JSON, with all that it was made from. */
interface KeptConfig {
  readonly text: string
  readonly config: Copied<string>
  readonly pending: Copied<string>
  readonly pendingDelete: Copied<boolean>
  readonly cloudInit: CloudInitChanges | undefined
  readonly parent: string | undefined
}

/** Configurations that were shown before; machines that are gone take theirs along. */
export type KeptConfigs = WeakMap<Vm, KeptConfig>

/**
 * The configuration of a machine as JSON, written anew only where what it is made from differs. Everything is compared at
 * each request: whoever changes a machine need not know of this.
 */
export function configText(kept: KeptConfigs, vm: Vm, write: (vm: Vm) => unknown): string {
  // Snapshots are part of the checksum, and too deep to compare.
  if (vm.snapshots.length > 0) return JSON.stringify(write(vm))
  const before = kept.get(vm)
  if (before !== undefined && isStill(before, vm)) return before.text
  const text = JSON.stringify(write(vm))
  const { config, pending, pendingDelete, cloudInit, parent } = vm
  kept.set(vm, {
    text,
    config: copied(config),
    pending: copied(pending),
    pendingDelete: copied(pendingDelete),
    cloudInit,
    parent,
  })
  return text
}

function isStill(before: KeptConfig, { config, pending, pendingDelete, cloudInit, parent }: Vm): boolean {
  return (
    parent === before.parent &&
    // What is on the drive is replaced as a whole, never changed within.
    cloudInit === before.cloudInit &&
    isSame(before.config, config) &&
    isSame(before.pending, pending) &&
    isSame(before.pendingDelete, pendingDelete)
  )
}

const copied = <Value>(values: Readonly<Record<string, Value>>): Copied<Value> => ({
  values: { ...values },
  keys: Object.keys(values).length,
})

function isSame<Value>(before: Copied<Value>, now: Readonly<Record<string, Value>>): boolean {
  let keys = 0
  for (const key in now) {
    if (now[key] !== before.values[key]) return false
    keys += 1
  }
  return keys === before.keys
}
