import { dataDisks } from '../proxmox/hardware/data-disks.ts'
import type { ObservedVm } from '../proxmox/observe/observed.ts'

/**
 * Whether a VM is so little of a machine that nothing can have run on it. One that only lost its notes or its tags may
 * have everything on its disks.
 */
export function hasNeverRun({
  power,
  unfinished,
  config,
}: Pick<ObservedVm, 'power' | 'unfinished' | 'config'>): boolean {
  if (unfinished === undefined || power !== 'stopped') return false
  const { known, missing } = unfinished
  if (known === 'begun' || config.lock === 'create' || config.lock === 'clone') return true
  // A clone has neither of them until it is given its hardware; a backup that was restored has its tags.
  const isBareClone = missing.includes('tags') && missing.includes('SMBIOS id')
  return isBareClone || dataDisks(config).length === 0
}
