import type { Vm } from '../../../../world/vm.ts'
import { Failure, printed } from '../../../failure.ts'
import type { Asking } from '../asking.ts'
import { requireOnVm } from '../checks/vm-privilege.ts'
import { writeCloudInit } from '../cloudinit/write-drive.ts'
import { cleanUpPending } from '../config/pending.ts'
import { registerUnused, tidyUnused } from '../config/unused.ts'
import { isCloudInit, readDrive } from '../drive/drive.ts'
import { isDriveName } from '../drive/drive-names.ts'
import { deallocate } from './remove-key.ts'

/** Makes pending changes real while the machine is off; tells what could not be done. */
export function applyPending(asking: Asking, vm: Vm): Record<string, string> {
  const errors: Record<string, string> = {}
  const attempt = (key: string, change: () => void) => {
    try {
      change()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      errors[key] = `unable to apply pending change ${key} : ${printed(error)}`
    }
  }
  for (const key of Object.keys(vm.pendingDelete).sort()) attempt(key, () => applyRemoval(asking, vm, key))
  cleanUpPending(vm)
  let writes = false
  for (const key of Object.keys(vm.pending)) {
    attempt(key, () => {
      const text = vm.pending[key] ?? ''
      const before = vm.config[key]
      if (before !== undefined && isDriveName(key)) registerUnused(asking, vm, readDrive(key, before))
      writes ||= isDriveName(key) && isCloudInit(readDrive(key, text))
      vm.config[key] = text
      delete vm.pending[key]
    })
  }
  tidyUnused(vm)
  if (writes) writeCloudInit(asking, vm)
  return errors
}

function applyRemoval(asking: Asking, vm: Vm, key: string): void {
  const text = vm.config[key]
  if (text !== undefined && isDriveName(key)) detach(asking, vm, key, vm.pendingDelete[key] === true)
  delete vm.pendingDelete[key]
  delete vm.config[key]
}

/** Takes a drive away: its volume is kept as unused, or goes with it. */
export function detach(asking: Asking, vm: Vm, key: string, force: boolean): void {
  const drive = readDrive(key, vm.config[key] ?? '')
  if (!force) {
    registerUnused(asking, vm, drive)
    return
  }
  requireOnVm(asking, vm, ['VM.Config.Disk'])
  deallocate({ asking, vm }, key, drive)
}
