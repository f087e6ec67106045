import type { Vm } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import type { Asking } from '../asking.ts'
import { drivesOf, isCdrom, printDrive } from '../drive/drive.ts'
import { volidHasFeature } from './features.ts'
import { findVolume } from './free-volume.ts'

/** Turns a volume into one that linked clones can stand on, and tells its new name. */
export function makeBase(asking: Pick<Asking, 'sim' | 'node'>, volid: string): string {
  const volume = findVolume(asking, volid)
  if (volume === undefined) throw died(`volume '${volid}' does not exist`)
  const name = volume.name.replace(/(^|\/)vm-(\d+-[^/]*)$/, '$1base-$2')
  if (name === volume.name) throw died('create_base not possible with base image')
  volume.name = name
  return `${volume.storage}:${name}`
}

/** Turns the disks of a machine, or one of them, into base volumes where the storage can. */
export function makeBases(asking: Pick<Asking, 'sim' | 'node'>, vm: Vm, only?: string): void {
  for (const [key, drive] of drivesOf(vm.config)) {
    const isWanted = only === undefined || key === only
    if (isCdrom(drive) || !isWanted || !volidHasFeature(asking, 'template', drive.file)) continue
    vm.config[key] = printDrive(key, { ...drive, file: makeBase(asking, drive.file) })
  }
}
