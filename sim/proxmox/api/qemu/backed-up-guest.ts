import type { BackedUpGuest } from '../../../world/storage.ts'
import type { Vm } from '../../../world/vm.ts'
import type { Asking } from './asking.ts'
import { formatOfName } from './disks/formats.ts'
import { findVolume } from './disks/free-volume.ts'
import { drivesOf, isCdrom } from './drive/drive.ts'
import { splitVolumeId } from './drive/volume-id.ts'

/** What a backup of a machine holds: its settings, and the disks that are not left out. */
export function backedUpGuest(asking: Pick<Asking, 'sim' | 'node'>, vm: Vm): BackedUpGuest {
  const disks = drivesOf(vm.config).flatMap(([key, drive]) => {
    const parts = splitVolumeId(drive.file)
    if (isCdrom(drive) || parts === undefined || drive.options.backup === '0') return []
    const { sizeBytes = 0, image, installation } = findVolume(asking, drive.file) ?? {}
    const disk = { key, storage: parts.storage, format: formatOfName(parts.name), sizeBytes }
    return [
      {
        ...disk,
        ...(image === undefined ? {} : { image }),
        ...(installation === undefined ? {} : { installation: structuredClone(installation) }),
      },
    ]
  })
  const { lock: _, ...config } = vm.config
  return { config, disks }
}
