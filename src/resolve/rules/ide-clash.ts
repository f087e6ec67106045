import { placeDisks } from '../../spec/vm/disks.ts'
import { ownDrives } from '../../spec/vm/own-drives.ts'
import type { Draft } from '../draft.ts'
import { whereItem, whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** The drives that talmox itself attaches to a machine. */
export function drivesOfOurs({
  nics,
  image,
  talos,
}: Pick<Draft, 'nics' | 'image' | 'talos'>): ReadonlyMap<string, string> {
  const cloudInit = nics.some(({ method }) => method === 'static')
  const drives = ownDrives[image.arch]
  return new Map<string, string>([
    ...(cloudInit ? [[drives.cloudInit, 'the cloud-init drive'] as const] : []),
    ...(talos.delivery === 'cidata' ? [[drives.cloudInit, 'the CD with the config'] as const] : []),
    ...(image.source.mode === 'iso' ? [[drives.iso, 'the ISO'] as const] : []),
  ])
}

/** A disk cannot have the place of a drive that talmox attaches. */
export const ideClash = machineRule({
  code: 'ide-clash',
  severity: 'error',
  summary:
    'disks leave room for the cloud-init drive or the CD with the config (ide0, on arm64 scsi30) and the ISO (ide2, on arm64 scsi29)',
  find: (machine) => {
    const taken = drivesOfOurs(machine)
    const boot = { key: `${machine.vm.disk.bus}0`, path: () => whereWritten(machine, 'vm.disk.bus') }
    const further = placeDisks(machine).map(([key], index) => ({
      key,
      path: () => whereItem(machine, 'vm.disks', index),
    }))
    return [boot, ...further].flatMap(({ key, path }) => {
      const holder = taken.get(key)
      if (holder === undefined) return []
      return [{ path: path(), message: `${key} is taken by ${holder}`, hint: 'use bus scsi, virtio or sata' }]
    })
  },
})
