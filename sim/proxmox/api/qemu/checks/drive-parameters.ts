import type { VmConfig } from '../../../../world/vm.ts'
import { badParameters } from '../../../failure.ts'
import { existingStorage } from '../../storage/definition.ts'
import { parseVolumeName } from '../../storage/volume-name.ts'
import type { Asking } from '../asking.ts'
import { type Drive, parseDrive, printDrive } from '../drive/drive.ts'
import { isDriveName } from '../drive/drive-names.ts'
import { newDisk, splitVolumeId } from '../drive/volume-id.ts'

/** Checks the drives of a request, and writes them as they will be kept. */
export function checkDriveParameters(asking: Asking, settings: VmConfig): void {
  for (const key of Object.keys(settings).filter(isDriveName).sort()) {
    const drive = parseDrive(key, settings[key] ?? '')
    if (drive === undefined) throw badParameters({ [key]: 'unable to parse drive options' })
    if (drive.options['import-from'] !== undefined) checkImport(key, drive)
    const full = withMedia(asking, key, drive)
    requireCdromForIso(asking, key, full)
    settings[key] = printDrive(key, full)
  }
}

function checkImport(key: string, { file, options }: Drive): void {
  if (newDisk(file)?.gigabytes !== 0) {
    throw badParameters({
      [key]: "'import-from' requires special syntax - use <storage ID>:0,import-from=<source>",
    })
  }
  const required = key === 'efidisk0' ? ['efitype', 'pre-enrolled-keys'] : key === 'tpmstate0' ? ['version'] : []
  const missing = required.find((option) => options[option] === undefined)
  if (missing !== undefined) {
    throw badParameters({ [key]: `need to specify '${missing}' when using 'import-from'` })
  }
}

/** A drive without a disk in it can only be a CD drive. */
function withMedia(asking: Asking, key: string, drive: Drive): Drive {
  const { file, options } = drive
  const isPath = !/^(?:cdrom|none)$/.test(file) && !/^\/dev\/.+/.test(file) && !/^[^:]+:.+$/.test(file)
  if (isPath && !/^\d+$/.test(file)) {
    const volid = volumeAtPath(asking, file)
    if (volid === undefined) {
      throw badParameters({ [key]: `unable to associate path '${file}' to any storage` })
    }
    return { ...drive, file: volid }
  }
  const isEmptyDrive = /^(?:cdrom|none)$/.test(file) && options.media === undefined
  return isEmptyDrive ? { ...drive, options: { ...options, media: 'cdrom' } } : drive
}

function volumeAtPath({ sim }: Asking, path: string): string | undefined {
  for (const volume of sim.world.volumes) {
    const storage = existingStorage(sim.world, volume.storage)
    if (parseVolumeName(storage, volume.name).path === path) return `${volume.storage}:${volume.name}`
  }
  return undefined
}

function requireCdromForIso({ sim }: Asking, key: string, { file, options }: Drive): void {
  const parts = splitVolumeId(file)
  if (parts === undefined || newDisk(file) !== undefined || parts.name === 'cloudinit') return
  const { content } = parseVolumeName(existingStorage(sim.world, parts.storage), parts.name)
  if (content === 'iso' && options.media !== 'cdrom') {
    throw badParameters({ [key]: "explicit 'media=cdrom' is required for iso images" })
  }
}
