import type { Vm } from '../../../../world/vm.ts'

const KEYS = /^(?:cicustom|cipassword|citype|ciuser|ciupgrade|nameserver|searchdomain|sshkeys|ipconfig\d+|name|net\d+)$/

/** Whether a key ends up on the cloud-init drive. */
export const isCloudInitKey = (key: string): boolean => KEYS.test(key)

/** Notes how a change makes the settings differ from what is on the drive. */
export function recordCloudInitChange(
  vm: Vm,
  key: string,
  before: string | undefined,
  after: string | undefined,
): void {
  if (!isCloudInitKey(key)) return
  const old = { ...vm.cloudInit?.old }
  const added = new Set(vm.cloudInit?.added)
  if (after !== undefined && old[key] === after) {
    delete old[key]
    added.delete(key)
  } else if (after === undefined && before !== undefined && added.has(key)) added.delete(key)
  else if (old[key] === undefined && !added.has(key)) {
    if (before !== undefined) old[key] = before
    else if (after !== undefined) added.add(key)
  }
  const isEmpty = Object.keys(old).length === 0 && added.size === 0
  if (isEmpty) delete vm.cloudInit
  else vm.cloudInit = { old, added: [...added].sort() }
}
