import type { Volume } from '../../../../world/storage.ts'
import { died } from '../../../failure.ts'
import { allocate } from '../../storage/allocate.ts'
import { enabledStorage, pathOf } from '../../storage/definition.ts'
import type { Asking, Job } from '../asking.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import { onStorage } from './allocate-disk.ts'
import { formatOfName, linkedFormattingLine } from './formats.ts'
import { findVolume, orFree, pathOfVolume } from './free-volume.ts'

const LINK_MILLISECONDS = 200

/** Makes a volume that stands on a base volume and only keeps what differs. */
export async function linkVolume(
  asking: Asking,
  job: Job,
  base: string,
  vmid: number,
  snapshot: string | undefined,
): Promise<string> {
  const { storage: storageName, name } = splitVolumeId(base) ?? { storage: '', name: base }
  const storage = enabledStorage(asking.sim.world, storageName, asking.node)
  const isFiles = pathOf(storage) !== undefined
  if (isFiles && snapshot !== undefined) throw died('this storage type does not support clone_image on snapshot')
  const volume = findVolume(asking, base)
  if (volume === undefined) throw died(`volume '${base}' does not exist`)
  return onStorage(asking, storage, async () => {
    const format = isFiles ? 'qcow2' : 'raw'
    // Names on LVM tell nothing of the base, so there it is not known to be in use either.
    const isNamedAfterBase = snapshot === undefined && storage.type !== 'lvmthin'
    const parent = isNamedAfterBase ? baseName(volume) : undefined
    const volid = allocate(asking.sim, storage, {
      node: asking.node,
      vmid,
      format,
      sizeBytes: volume.sizeBytes,
      usedBytes: 0,
      image: volume.image,
      installation: volume.installation,
      ...(parent === undefined ? {} : { parent }),
    })
    await orFree(asking, volid, () => job.sleep(LINK_MILLISECONDS))
    if (isFiles) logFiles(asking, job, { name, vmid, volid, volume })
    if (storage.type === 'lvmthin') job.log(`  Logical volume "${splitVolumeId(volid)?.name}" created.`)
    return volid
  })
}

/** The name of a base volume without what it stands on itself. */
function baseName({ name }: Volume): string {
  return /(?:^|\/)((?:\d+\/)?base-\d+-[^/]+)$/.exec(name)?.[1] ?? name
}

interface Linked {
  readonly name: string
  readonly vmid: number
  readonly volid: string
  readonly volume: Volume
}

function logFiles(asking: Asking, job: Job, { name, vmid, volid, volume }: Linked): void {
  const leaf = volid.split('/').at(-1) ?? ''
  const base = `../${baseName(volume)}`
  job.log(`clone ${name}: images, ${leaf}, ${vmid} to ${leaf} (base=${base})`)
  job.log(linkedFormattingLine(pathOfVolume(asking, volid), base, formatOfName(name), volume.sizeBytes))
}
