import { splitList } from '../../../../../src/proxmox/format-checks/check.ts'
import type { Vm } from '../../../../world/vm.ts'
import { Failure, printed } from '../../../failure.ts'
import type { Asking, Job } from '../asking.ts'
import { recordCloudInitChange } from '../cloudinit/record-change.ts'
import { writeCloudInit } from '../cloudinit/write-drive.ts'
import { tidyUnused } from '../config/unused.ts'
import { isDriveName } from '../drive/drive-names.ts'
import { hardwareOf } from '../status/hardware.ts'
import { Later, plugKey, unplugKey } from './plug-key.ts'

const AT_ONCE =
  /^(?:description|hookscript|lock|migrate_downtime|migrate_speed|name|onboot|protection|shares|startup|tags|vmstatestorage|cicustom|cipassword|citype|ciuser|ciupgrade|nameserver|searchdomain|sshkeys|ipconfig\d+)$/

/** A running machine whose hardware may be changed, and what of it. */
export interface Plugging {
  readonly asking: Asking
  readonly job: Job
  readonly vm: Vm
  readonly features: ReadonlySet<string>
}

function featuresOf({ config }: Vm): ReadonlySet<string> {
  const text = config.hotplug ?? '1'
  if (text === '0') return new Set()
  return new Set(text === '1' ? ['network', 'disk', 'usb'] : splitList(text))
}

/** Makes those pending changes real that a running machine takes; tells what went wrong with them. */
export async function plugPending(
  asking: Asking,
  job: Job,
  vm: Vm,
  touched: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {}
  const plugging = { asking, job, vm, features: featuresOf(vm) }
  for (const key of Object.keys(vm.pending).filter((each) => AT_ONCE.test(each))) take(vm, key)
  for (const key of Object.keys(vm.pendingDelete).sort()) {
    if (!touched.has(key)) continue
    const done = await attempt(errors, key, () => (AT_ONCE.test(key) ? undefined : unplugKey(plugging, key)))
    if (done) drop(vm, key)
  }
  for (const key of Object.keys(vm.pending)) {
    if (!touched.has(key)) continue
    const done = await attempt(errors, key, () => plugKey(plugging, key, vm.pending[key] ?? ''))
    if (done) take(vm, key)
  }
  tidyUnused(vm)
  if (plugging.features.has('cloudinit') && vm.cloudInit !== undefined) writeCloudInit(asking, vm)
  asking.sim.guests.of(vm.vmid).changeHardware(hardwareOf(asking, vm))
  return errors
}

/** Tells whether it worked; what must wait for the next start is neither done nor an error. */
async function attempt(
  errors: Record<string, string>,
  key: string,
  change: () => Promise<void> | void,
): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (error instanceof Later) return false
    if (!(error instanceof Failure)) throw error
    errors[key] = `hotplug problem - ${printed(error)}`
    return false
  }
}

function take(vm: Vm, key: string): void {
  const text = vm.pending[key]
  if (text === undefined) return
  recordCloudInitChange(vm, key, vm.config[key], text)
  vm.config[key] = text
  delete vm.pending[key]
}

function drop(vm: Vm, key: string): void {
  if (!isDriveName(key)) recordCloudInitChange(vm, key, vm.config[key], undefined)
  delete vm.config[key]
  delete vm.pendingDelete[key]
}
