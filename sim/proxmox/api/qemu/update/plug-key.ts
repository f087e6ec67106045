import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import { died } from '../../../failure.ts'
import { writeCloudInit } from '../cloudinit/write-drive.ts'
import { bootDisks } from '../config/boot-order.ts'
import { isWindows } from '../config/machine-type.ts'
import { parseNet } from '../config/net.ts'
import { registerUnused } from '../config/unused.ts'
import { type Drive, isCdrom, isCloudInit, readDrive } from '../drive/drive.ts'
import { isDriveName } from '../drive/drive-names.ts'
import { requireBridge } from '../status/requirements.ts'
import { detach } from './apply-pending.ts'
import type { Plugging } from './hotplug.ts'

/** Says that a change has to wait for the next start. */
export class Later extends Error {}

const later = (): never => {
  throw new Later('this takes effect with the next start')
}

const need = ({ features }: Plugging, feature: string): void => {
  if (!features.has(feature)) later()
}

/** How long the hypervisor waits for a guest to let go of a device. */
const UNPLUG_MILLISECONDS = 6000

/** Takes a device out of a running machine, if the guest lets it go. */
async function unplugDevice({ asking, job, vm }: Plugging, key: string): Promise<void> {
  if (bootDisks(vm.config).includes(key)) throw died(`can't unplug bootdisk '${key}'`)
  if (/^(?:ide|sata)\d+$/.test(key)) throw died(`can't unplug device '${key}'`)
  if (asking.sim.guests.of(vm.vmid).unplug(key)) return
  await job.sleep(UNPLUG_MILLISECONDS)
  throw died(`error on hot-unplugging device '${key}' - still busy in guest?`)
}

function needUsb(plugging: Plugging): void {
  need(plugging, 'usb')
  const { ostype } = plugging.vm.config
  if (ostype !== 'l26' && !(isWindows(ostype) && /^win(?:8|10|11)$/.test(ostype ?? ''))) later()
}

type Plug = (plugging: Plugging, key: string, text: string) => Promise<void> | void

const isAnyDrive = { test: isDriveName }

const unplugs: readonly (readonly [{ readonly test: (key: string) => boolean }, Plug])[] = [
  [/^hotplug$/, ({ vm }) => (/cpu|memory/.test(vm.config.hotplug ?? '') ? later() : undefined)],
  [/^tablet$/, (plugging) => need(plugging, 'usb')],
  [
    /^usb\d+$/,
    (plugging, key) => {
      needUsb(plugging)
      return unplugDevice(plugging, key)
    },
  ],
  [/^vcpus$/, (plugging) => need(plugging, 'cpu')],
  [/^balloon$/, ({ vm }) => (vm.config.balloon === '0' ? later() : undefined)],
  [
    /^net\d+$/,
    (plugging, key) => {
      need(plugging, 'network')
      return unplugDevice(plugging, key)
    },
  ],
  [isAnyDrive, unplugDrive],
  [/^memory$/, (plugging) => need(plugging, 'memory')],
  [/^cpu(?:units|limit)$/, () => undefined],
]

async function unplugDrive(plugging: Plugging, key: string): Promise<void> {
  need(plugging, 'disk')
  if (/^(?:efidisk|ide|sata|tpmstate)\d+$/.test(key)) later()
  await unplugDevice(plugging, key)
  detach(plugging.asking, plugging.vm, key, plugging.vm.pendingDelete[key] === true)
}

const plugs: readonly (readonly [{ readonly test: (key: string) => boolean }, Plug])[] = [
  [
    /^hotplug$/,
    ({ vm }, _, text) => (/memory|cpu/.test(text) || /memory|cpu/.test(vm.config.hotplug ?? '') ? later() : undefined),
  ],
  [/^tablet$/, (plugging) => need(plugging, 'usb')],
  [/^usb\d+$/, needUsb],
  [/^vcpus$/, plugCpus],
  [/^balloon$/, ({ vm }, _, text) => (((vm.config.balloon ?? '1') === '0') !== (text === '0') ? later() : undefined)],
  [/^net\d+$/, plugNet],
  [/^(?:efidisk|tpmstate)0$/, later],
  [isAnyDrive, plugDrive],
  [/^memory$/, plugMemory],
  [/^cpu(?:units|limit)$/, () => undefined],
  [/^agent$/, plugAgent],
]

/** Takes a key's device out of a running machine. */
export function unplugKey(plugging: Plugging, key: string): Promise<void> | void {
  const unplug = unplugs.find(([shape]) => shape.test(key))?.[1] ?? later
  return unplug(plugging, key, '')
}

/** Changes a key's device in a running machine. */
export function plugKey(plugging: Plugging, key: string, text: string): Promise<void> | void {
  const plug = plugs.find(([shape]) => shape.test(key))?.[1] ?? later
  return plug(plugging, key, text)
}

async function plugNet(plugging: Plugging, key: string, text: string): Promise<void> {
  const { asking, vm } = plugging
  const wanted = parseNet(asking.sim.world, text)
  const before = vm.config[key]
  if (before !== undefined) {
    const old = parseNet(asking.sim.world, before)
    const isSame =
      old.model === wanted.model &&
      old.macaddr === wanted.macaddr &&
      Number(old.options.queues ?? 0) === Number(wanted.options.queues ?? 0) &&
      Number(old.options.mtu ?? 0) === Number(wanted.options.mtu ?? 0) &&
      old.options.bridge !== undefined &&
      wanted.options.bridge !== undefined
    if (isSame) {
      requireBridge(asking, wanted.options.bridge)
      return
    }
    need(plugging, 'network')
    await unplugDevice(plugging, key)
  }
  need(plugging, 'network')
  requireBridge(asking, wanted.options.bridge)
}

const FIXED_OPTIONS = ['aio', 'discard', 'iothread', 'queues', 'product', 'cache', 'ssd', 'vendor', 'ro']

async function plugDrive(plugging: Plugging, key: string, text: string): Promise<void> {
  const { asking, vm } = plugging
  const drive = readDrive(key, text)
  const before = vm.config[key]
  if (isCloudInit(drive)) writeCloudInit(asking, vm)
  if (before !== undefined) {
    const old = readDrive(key, before)
    if (isCdrom(drive) && isCdrom(old)) {
      if (drive.file === 'none' && isCloudInit(old)) registerUnused(asking, vm, old)
      return
    }
    if (isCdrom(drive) !== isCdrom(old)) throw died('unable to change media type')
    if (old.file === drive.file) {
      requireChangeable(old, drive)
      return
    }
    need(plugging, 'disk')
    await unplugDevice(plugging, key)
    registerUnused(asking, vm, old)
  }
  need(plugging, 'disk')
  if (/^(?:ide|sata)\d+$/.test(key)) later()
}

function requireChangeable(old: Drive, drive: Drive): void {
  if (FIXED_OPTIONS.some((option) => old.options[option] !== drive.options[option])) later()
}

function plugAgent({ vm }: Plugging, _: string, text: string): void {
  if (vm.config.agent === undefined) later()
  const essence = (value: string) => {
    const { fstrim_cloned_disks: __, ...rest } = parse('agent', value)
    return JSON.stringify(rest.enabled ? Object.entries(rest).sort() : [])
  }
  if (essence(vm.config.agent ?? '') !== essence(text)) later()
}

function plugCpus(plugging: Plugging, _: string, text: string): void {
  need(plugging, 'cpu')
  const { sockets = '1', cores = '1' } = plugging.vm.config
  if (Number(text) > Number(sockets) * Number(cores)) throw died("you can't add more vcpus than maxcpus")
}

/** Memory that a machine with pluggable memory always has, in megabytes. */
const STATIC_MEGABYTES = 1024

function plugMemory(plugging: Plugging, _: string, text: string): void {
  need(plugging, 'memory')
  if (Number(/\d+/.exec(text)?.[0]) >= STATIC_MEGABYTES) return
  throw died(`memory can't be lower than ${STATIC_MEGABYTES} MB at /usr/share/perl5/PVE/QemuServer/Memory.pm`)
}
