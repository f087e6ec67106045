import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { isRoot } from '../../../auth/caller.ts'
import { requireAll } from '../../../auth/rights.ts'
import { badParameters, died } from '../../../failure.ts'
import type { Asking } from '../asking.ts'
import { requireOnVm, type Subject } from './vm-privilege.ts'

type DeviceCheck = (asking: Asking, subject: Subject, key: string, text: string) => void

const requireMapping = ({ sim, caller }: Asking, path: string) =>
  requireAll(sim.world, caller.id, `/mapping/${path}`, ['Mapping.Use'])

const NEITHER = "either 'host' or 'mapping' must be set."

const checkUsb: DeviceCheck = (asking, subject, key, text) => {
  requireOnVm(asking, subject, ['VM.Config.HWType'])
  const { host, mapping } = parse('usb', text)
  if (host !== undefined) {
    if (!/^spice$/i.test(host)) throw died(`only root can set '${key}' config for real devices`)
  } else if (mapping !== undefined) requireMapping(asking, `usb/${mapping}`)
  else throw died(NEITHER)
}

const checkPci: DeviceCheck = (asking, subject, key, text) => {
  const { host, mapping, romfile } = parse('hostpci', text)
  if (host !== undefined) throw died(`only root can set '${key}' config for non-mapped devices`)
  if (mapping === undefined) throw died(NEITHER)
  requireMapping(asking, `pci/${mapping}`)
  requireOnVm(asking, subject, ['VM.Config.HWType'])
  if (romfile !== undefined) throw badParameters({ [key]: "only root@pam can set 'romfile' option" })
}

const checkRng: DeviceCheck = (asking, subject, _, text) => {
  requireOnVm(asking, subject, ['VM.Config.HWType'])
  if (parse('rng', text).source === '/dev/hwrng') requireMapping(asking, 'hwrng')
}

const checkShare: DeviceCheck = (asking, subject, _, text) => {
  requireOnVm(asking, subject, ['VM.Config.Disk'])
  requireMapping(asking, `dir/${parse('virtiofs', text).dirid}`)
}

const checks: readonly (readonly [RegExp, DeviceCheck])[] = [
  [/^usb\d+$/, checkUsb],
  [/^hostpci\d+$/, checkPci],
  [/^rng\d+$/, checkRng],
  [/^virtiofs\d+$/, checkShare],
]

/** Whether rights on a key depend on the device behind it. */
export const isDeviceKey = (key: string): boolean => checks.some(([shape]) => shape.test(key))

/** Refuses who may not use the host's device that a value names. */
export function requireDevice(asking: Asking, subject: Subject, key: string, text: string): void {
  if (isRoot(asking.caller)) return
  checks.find(([shape]) => shape.test(key))?.[1](asking, subject, key, text)
}

/** Refuses who may not give a new machine its serial ports and devices. */
export function requireNewDevices(asking: Asking, subject: Subject, config: VmConfig): void {
  if (isRoot(asking.caller)) return
  for (const [key, text] of Object.entries(config).filter(([name]) => /^serial\d+$/.test(name))) {
    if (text !== 'socket') throw died(`only root can set '${key}' config for real devices`)
    requireOnVm(asking, subject, ['VM.Config.HWType'])
  }
  for (const [shape, check] of checks) {
    for (const [key, text] of Object.entries(config)) if (shape.test(key)) check(asking, subject, key, text)
  }
}

/** Refuses who may not copy a machine with the devices that it has. */
export function requireCopiedDevices(asking: Asking, config: VmConfig): void {
  if (isRoot(asking.caller)) return
  for (const [key, text] of Object.entries(config)) {
    const [, kind] = /^(usb|hostpci|rng|virtiofs)\d+$/.exec(key) ?? []
    if (kind === 'virtiofs') requireMapping(asking, `dir/${parse('virtiofs', text).dirid}`)
    if (kind === 'rng' && parse('rng', text).source === '/dev/hwrng') requireMapping(asking, 'hwrng')
    if (kind === 'usb') requireCopiedUsb(asking, key, text)
    if (kind === 'hostpci') requireCopiedPci(asking, key, text)
  }
}

function requireCopiedUsb(asking: Asking, key: string, text: string): void {
  const { host, mapping } = parse('usb', text)
  if (host !== undefined && !/^spice$/i.test(host)) throw died(`only root can set '${key}' config for real devices`)
  if (host === undefined && mapping === undefined) throw died(NEITHER)
  if (host === undefined) requireMapping(asking, `usb/${mapping}`)
}

function requireCopiedPci(asking: Asking, key: string, text: string): void {
  const { host, mapping } = parse('hostpci', text)
  if (host !== undefined) throw died(`only root can set '${key}' config for non-mapped devices`)
  if (mapping === undefined) throw died(NEITHER)
  requireMapping(asking, `pci/${mapping}`)
}
