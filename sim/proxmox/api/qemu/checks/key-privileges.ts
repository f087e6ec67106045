import { findQemuKey } from '../../../../../src/proxmox/qemu-key.ts'
import { isRoot } from '../../../auth/caller.ts'
import { requireAll } from '../../../auth/rights.ts'
import { died } from '../../../failure.ts'
import type { Asking } from '../asking.ts'
import { isDriveName } from '../drive/drive-names.ts'
import { requireAnyOnVm, requireOnVm, type Subject } from './vm-privilege.ts'

/** Keys whose value decides who may set them; other checks look at them. */
const isJudgedByValue = (key: string): boolean =>
  isDriveName(key) || key === 'cdrom' || key === 'tags' || /^(?:unused|serial|usb|hostpci|virtiofs)\d+$/.test(key)

/** Keys that the machine's own state needs, beside those that people set. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  runningcpu: ['VM.Config.CPU'],
  runningmachine: ['VM.Config.HWType'],
}

/** Refuses who may not set or remove one of the keys. */
export function requireKeyPrivileges(asking: Asking, subject: Subject, keys: readonly string[]): void {
  if (isRoot(asking.caller)) return
  for (const key of keys) if (!isJudgedByValue(key)) requireKey(asking, subject, key)
}

function requireKey(asking: Asking, subject: Subject, key: string): void {
  if (key === 'vmstate') {
    requireOnVm(asking, subject, ['VM.Config.Disk', 'VM.PowerMgmt'])
    return
  }
  const found = findQemuKey(key)?.key
  const privileges = found?.rootOnly ? undefined : (found?.privileges ?? INNER[key])
  if (privileges === undefined) throw died(`only root can set '${key}' config`)
  requireAnyOnVm(asking, subject, privileges)
  if (key === 'startup') requireAll(asking.sim.world, asking.caller.id, '/', ['Sys.Modify'])
}
