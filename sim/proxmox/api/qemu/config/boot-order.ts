import { splitList } from '../../../../../src/proxmox/format-checks/check.ts'
import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { VmConfig } from '../../../../world/vm.ts'
import { drivesOf, isCdrom } from '../drive/drive.ts'
import { isBootable, isDriveName } from '../drive/drive-names.ts'

/** The devices of a boot setting, first to last; empty for the old form of letters. */
export function bootOrderOf(boot: string | undefined): readonly string[] {
  if (boot === undefined || boot.trim() === '') return []
  return (parse('boot', boot).order ?? []).flatMap(splitList)
}

/** Writes a boot order; one without devices is an empty text. */
export const printBootOrder = (devices: readonly string[]): string =>
  devices.length === 0 ? '' : `order=${devices.join(';')}`

/** The drives that a machine may boot from. */
export function bootDisks({ boot, bootdisk }: VmConfig): readonly string[] {
  const isOrdered = boot !== undefined && boot.trim() !== '' && parse('boot', boot).legacy === undefined
  if (isOrdered) return bootOrderOf(boot).filter(isDriveName)
  return bootdisk === undefined ? [] : [bootdisk]
}

/** What a new machine boots from: its first disk, its first CD, its first network card. */
export function defaultBootOrder(config: VmConfig): readonly string[] {
  const drives = drivesOf(config).filter(([key]) => isBootable(key))
  const disk = drives.find(([, drive]) => !isCdrom(drive))?.[0]
  const cdrom = drives.find(([, drive]) => isCdrom(drive))?.[0]
  const net = Array.from({ length: 32 }, (_, index) => `net${index}`).find((key) => config[key] !== undefined)
  return [disk, cdrom, net].filter((each) => each !== undefined)
}

/** The devices that a machine boots from, whichever form its setting has. */
export function deviceBootOrder(config: VmConfig): readonly string[] {
  const { boot, bootdisk } = config
  const order = bootOrderOf(boot)
  if (order.length > 0) return order
  const letters = boot === undefined ? 'cdn' : ((boot.trim() === '' ? '' : parse('boot', boot).legacy) ?? '')
  const found: Readonly<Record<string, () => readonly string[]>> = {
    c: () => (bootdisk !== undefined && config[bootdisk] !== undefined ? [bootdisk] : []),
    d: () => drivesOf(config).flatMap(([key, drive]) => (isCdrom(drive) ? [key] : [])),
    n: () => Object.keys(config).filter((key) => /^net\d+$/.test(key)),
  }
  return [...letters].flatMap((letter) => found[letter]?.() ?? [])
}
