import { createHash, randomBytes } from 'node:crypto'
import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import { isRoot } from '../../../auth/caller.ts'
import { died, Failure, printed } from '../../../failure.ts'
import { requireBridges } from '../checks/bridge-access.ts'
import { isDeviceKey, requireDevice } from '../checks/device-privileges.ts'
import { keptTags, requireTags } from '../checks/tags.ts'
import { requireOnVm } from '../checks/vm-privilege.ts'
import { bootOrderOf, printBootOrder } from '../config/boot-order.ts'
import { isTemplate } from '../config/config-lock.ts'
import { checkMachine, isWindows, pinnedMachine } from '../config/machine-type.ts'
import { deleteLater } from '../config/pending.ts'
import { put, reread } from '../config/stored-value.ts'
import { registerUnused } from '../config/unused.ts'
import { createDisks } from '../disks/create-disks.ts'
import { isInsertedCdrom, parseDrive, readDrive } from '../drive/drive.ts'
import { isDriveName } from '../drive/drive-names.ts'
import type { Change } from './apply-changes.ts'
import { requireDriveKind } from './drive-privileges.ts'

/** Notes a new value of a key as pending. */
export async function setKey(change: Change, key: string, text: string): Promise<void> {
  const { vm, touched } = change
  touched.add(key)
  if (vm.pending[key] !== undefined && vm.pending[key] === reread(key, text)) return
  if (isDriveName(key)) await setDrive(change, key, text)
  else {
    const setter = setters.find(([shape]) => shape.test(key))?.[1] ?? plain
    setter(change, key, text)
  }
  delete vm.pendingDelete[key]
}

type Setter = (change: Change, key: string, text: string) => void

const plain: Setter = ({ vm }, key, text) => {
  if (reread(key, text) !== undefined) {
    put(vm.pending, key, text)
    return
  }
  // A text that the file does not keep takes the current one away at once.
  delete vm.config[key]
  delete vm.pending[key]
}

const setSerial: Setter = (change, key, text) => {
  const { asking, vm } = change
  const isSocket = (vm.config[key] ?? 'socket') === 'socket' && text === 'socket'
  if (isSocket) requireOnVm(asking, vm, ['VM.Config.HWType'])
  else if (!isRoot(asking.caller)) throw died(`only root can modify '${key}' config for real devices`)
  plain(change, key, text)
}

const setDevice: Setter = (change, key, text) => {
  const { asking, vm } = change
  const before = vm.config[key]
  if (before !== undefined) requireDevice(asking, vm, key, before)
  requireDevice(asking, vm, key, text)
  plain(change, key, text)
}

const setTags: Setter = (change, key, text) => {
  const { asking, vm } = change
  requireTags(asking, vm.vmid, vm.config.tags ?? '', text)
  put(vm.pending, key, keptTags(asking, text))
}

const setNet: Setter = (change, key, text) => {
  const { asking, vm } = change
  if (vm.config[key] !== undefined) requireBridges(asking, { [key]: vm.config[key] })
  plain(change, key, text)
}

const setMachine: Setter = (change, key, text) => {
  checkMachine(text)
  plain(change, key, text)
}

const setVga: Setter = (change, key, text) => {
  checkClipboard(text)
  plain(change, key, text)
}

/** Only displays that are really there can share a clipboard. */
export function checkClipboard(text: string): void {
  const { type = 'std', clipboard } = parse('vga', text)
  if (clipboard === undefined || !/^(?:none|serial\d)$/.test(type)) return
  throw died(`vga type '${type}' is not compatible with VNC clipboard`)
}

const setSystem: Setter = (change, key, text) => {
  const { asking, vm, job, changes, touched } = change
  const isOpen = changes.settings.machine === undefined && vm.pending.machine === undefined && !touched.has('machine')
  if (isOpen) {
    try {
      const machine = pinnedMachine(asking, vm.config.machine, text)
      if (machine !== undefined) put(vm.pending, 'machine', machine)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      job.log(`automatic pinning of machine version failed - ${printed(error)}`)
    }
  }
  plain(change, key, text)
}

const setPassword: Setter = ({ vm }, key, text) => {
  const isHashed = /^\$(?:[156]|2[ay])(?:\$.+){2}/.test(text)
  put(vm.config, key, isHashed || isWindows(vm.config.ostype) ? text : hashed(text))
}

/** A text of the shape of a hashed password; nobody logs in with it here. */
function hashed(password: string): string {
  const salt = randomBytes(6).toString('base64url')
  return `$5$${salt}$${createHash('sha256').update(salt).update(password).digest('base64').replaceAll('=', '')}`
}

const setBoot: Setter = (change, key, text) => {
  const { vm, changes } = change
  const devices = bootOrderOf(text)
  const missing = devices.find((device) => {
    const exists = vm.config[device] ?? vm.pending[device] ?? changes.settings[device]
    return exists === undefined || changes.remove.includes(device)
  })
  if (missing !== undefined) throw died(`invalid bootorder: device '${missing}' does not exist'`)
  plain(change, key, devices.length === 0 ? text : printBootOrder(devices))
  if (devices.length > 0 && vm.config.bootdisk !== undefined) deleteLater(vm, 'bootdisk', false)
}

const setters: readonly (readonly [{ readonly test: (key: string) => boolean }, Setter])[] = [
  [/^serial\d+$/, setSerial],
  [/^tags$/, setTags],
  [/^net\d+$/, setNet],
  [/^machine$/, setMachine],
  [/^vga$/, setVga],
  [/^ostype$/, setSystem],
  [/^cipassword$/, setPassword],
  [/^boot$/, setBoot],
  [
    /^(?:usb|hostpci|rng|virtiofs)\d+$/,
    (change, key, text) => (isDeviceKey(key) ? setDevice : plain)(change, key, text),
  ],
]

async function setDrive(change: Change, key: string, text: string): Promise<void> {
  const { asking, job, vm } = change
  const before = vm.config[key]
  if (before !== undefined) {
    requireDriveKind(asking, vm.vmid, readDrive(key, before))
    if (key === 'tpmstate0') requireSameTpm(before, text)
  }
  const drive = parseDrive(key, text)
  if (drive === undefined) return
  requireDriveKind(asking, vm.vmid, drive)
  const pending = vm.pending[key]
  if (pending !== undefined) registerUnused(asking, vm, readDrive(key, pending))
  const owner = { vmid: vm.vmid, config: vm.config, pending: vm.pending, isTemplate: isTemplate(vm) }
  const { drives } = await createDisks(asking, job, owner, { [key]: text })
  Object.assign(vm.pending, drives)
  const isNew = change.bootOrder.length > 0 && isInsertedCdrom(drive) && !change.bootOrder.includes(key)
  if (!isNew) return
  change.bootOrder = [...change.bootOrder, key]
  put(vm.pending, 'boot', printBootOrder(change.bootOrder))
  change.touched.add('boot')
}

function requireSameTpm(before: string, after: string): void {
  const [old, wanted] = [parseDrive('tpmstate0', before), parseDrive('tpmstate0', after)]
  if (old?.file !== wanted?.file) return
  if ((old?.options.version ?? 'v1.2') !== (wanted?.options.version ?? 'v1.2')) {
    throw died('cannot change TPM state version after creation')
  }
}
