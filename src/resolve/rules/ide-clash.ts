import { placeDisks } from '../../spec/vm/disks.ts'
import type { Draft } from '../draft.ts'
import { whereItem, whereWritten } from '../draft.ts'
import { machineRule } from '../rule.ts'

/** The drives that talmox itself puts on the IDE bus of a machine. */
export function ownIdeDrives({ nics, image }: Pick<Draft, 'nics' | 'image'>): ReadonlyMap<string, string> {
  const cloudInit = nics.some(({ method }) => method === 'static')
  return new Map([
    ...(cloudInit ? [['ide0', 'the cloud-init drive'] as const] : []),
    ...(image.source.mode === 'iso' ? [['ide2', 'the ISO'] as const] : []),
  ])
}

/** A disk cannot have the place of a drive that talmox attaches. */
export const ideClash = machineRule({
  code: 'ide-clash',
  severity: 'error',
  summary: 'disks on bus `ide` leave room for the cloud-init drive (ide0) and the ISO (ide2)',
  find: (machine) => {
    const taken = ownIdeDrives(machine)
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
