import type { Storage } from '../../../../world/storage.ts'
import { died } from '../../../failure.ts'
import { storageLock } from '../../../tasks/locks.ts'
import { type AllocationWish, allocate } from '../../storage/allocate.ts'
import { enabledStorage, isShared, pathOf } from '../../storage/definition.ts'
import type { Asking, Job } from '../asking.ts'
import { splitVolumeId } from '../drive/volume-id.ts'
import { formattingLine } from './formats.ts'
import { freeVolume, orFree, pathOfVolume } from './free-volume.ts'

/** How long a storage takes to make a volume, and keeps others waiting. */
const MILLISECONDS: Readonly<Record<string, number>> = { dir: 150, lvmthin: 400, lvm: 600, zfspool: 300, rbd: 400 }
const OTHERWISE = 200

/** Runs something while nobody else allocates on the storage. */
export function onStorage<T>(
  { sim, node }: Pick<Asking, 'sim' | 'node'>,
  storage: Storage,
  run: () => Promise<T> | T,
): Promise<T> {
  return sim.locks.hold(storageLock(node, storage.storage, isShared(storage)), run)
}

/** Makes a volume on a storage of a name, and says so in the words of the storage. */
export async function allocateDisk(
  asking: Asking,
  job: Job,
  storageName: string,
  wish: Omit<AllocationWish, 'node'>,
): Promise<string> {
  const storage = enabledStorage(asking.sim.world, storageName, asking.node)
  return onStorage(asking, storage, async () => {
    const volid = allocate(asking.sim, storage, { ...wish, node: asking.node })
    requireFittingFile(asking, storage, volid, wish)
    await orFree(asking, volid, () => job.sleep(MILLISECONDS[storage.type] ?? OTHERWISE))
    const line = allocationLine(asking, storage, volid, wish)
    if (line !== undefined) job.log(line)
    return volid
  })
}

/** The largest file that the file systems below a storage of files can hold. */
const MAX_FILE_BYTES = 16 * 1024 ** 4

function requireFittingFile(
  asking: Asking,
  storage: Storage,
  volid: string,
  { format = 'raw', sizeBytes }: Omit<AllocationWish, 'node'>,
): void {
  if (pathOf(storage) === undefined || sizeBytes < MAX_FILE_BYTES) return
  const path = pathOfVolume(asking, volid)
  freeVolume(asking, volid)
  throw died(`unable to create image: qemu-img: ${path}: The image size is too large for file format '${format}'`)
}

function allocationLine(
  asking: Asking,
  storage: Storage,
  volid: string,
  { format = 'raw', sizeBytes }: Omit<AllocationWish, 'node'>,
): string | undefined {
  if (pathOf(storage) !== undefined) return formattingLine(pathOfVolume(asking, volid), format, sizeBytes)
  const name = splitVolumeId(volid)?.name
  return storage.type.startsWith('lvm') ? `  Logical volume "${name}" created.` : undefined
}
