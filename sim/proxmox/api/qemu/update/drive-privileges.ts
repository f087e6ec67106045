import type { Asking } from '../asking.ts'
import { requireOnVm } from '../checks/vm-privilege.ts'
import { type Drive, isCloudInit, isInsertedCdrom } from '../drive/drive.ts'

/** Refuses who may not touch a drive of this kind. */
export function requireDriveKind(asking: Asking, vmid: number, drive: Drive): void {
  if (isCloudInit(drive)) requireOnVm(asking, { vmid }, ['VM.Config.Cloudinit', 'VM.Config.CDROM'])
  else requireOnVm(asking, { vmid }, [isInsertedCdrom(drive) ? 'VM.Config.CDROM' : 'VM.Config.Disk'])
}
