import { parse } from '../../../../../src/proxmox/property-string/parse.ts'
import type { Vm } from '../../../../world/vm.ts'
import { died } from '../../../failure.ts'
import { existingStorage } from '../../storage/definition.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking } from '../asking.ts'
import { findVolume, pathOfVolume } from '../disks/free-volume.ts'
import { drivesOf, isCloudInit } from '../drive/drive.ts'
import { splitVolumeId } from '../drive/volume-id.ts'

/** The key of the drive that cloud-init settings are written to. */
export function cloudInitKey(vm: Vm): string | undefined {
  return drivesOf(vm.config).find(([, drive]) => isCloudInit(drive))?.[0]
}

/** Writes the current settings to the cloud-init drive; tells whether there is one. */
export function writeCloudInit(asking: Asking, vm: Vm): boolean {
  if (cloudInitKey(vm) === undefined) return false
  const custom = vm.config.cicustom === undefined ? {} : parse('cicustom', vm.config.cicustom)
  for (const volid of [custom.network, custom.user, custom.meta, custom.vendor]) {
    if (volid !== undefined) requireSnippet(asking, volid)
  }
  delete vm.cloudInit
  return true
}

function requireSnippet(asking: Asking, volid: string): void {
  const { storage = '', name = volid } = splitVolumeId(volid) ?? {}
  const { content } = parseVolumeName(existingStorage(asking.sim.world, storage), name)
  if (content !== 'snippets') throw died(`${volid} is not in the snippets directory`)
  if (findVolume(asking, volid) === undefined) throw died(`can't find file '${pathOfVolume(asking, volid)}'`)
}
