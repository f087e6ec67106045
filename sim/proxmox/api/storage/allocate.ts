import type { Installation } from '../../../talos/disk.ts'
import { seconds } from '../../../world/clock.ts'
import type { Storage, Volume } from '../../../world/storage.ts'
import type { TalosImage } from '../../../world/talos-image.ts'
import { died } from '../../failure.ts'
import type { Simulator } from '../../simulator.ts'
import { isShared, pathOf } from './definition.ts'
import { usageOf, volumesOn } from './usage.ts'
import { parseVolumeName } from './volume-name.ts'

/** A volume that is wanted; without a name the next free one of the guest is taken. */
export interface AllocationWish {
  readonly node: string
  readonly vmid: number
  readonly format?: string | undefined
  readonly name?: string | undefined
  /** What stands before the number of a name that is made up; `vm-VMID-disk` unless told. */
  readonly prefix?: string | undefined
  readonly sizeBytes: number
  readonly usedBytes?: number | undefined
  readonly parent?: string | undefined
  /** The Talos that is copied onto it. */
  readonly image?: TalosImage | undefined
  /** What that Talos has written since. */
  readonly installation?: Installation | undefined
}

const MIB = 1024 ** 2

/** Storages that only make volumes of whole units: extents of LVM, and the sizes that ZFS and RBD are asked for. */
const UNIT_BYTES: Readonly<Record<string, number>> = { lvm: 4 * MIB, lvmthin: 4 * MIB, zfspool: MIB, rbd: MIB }

function wholeUnits({ type }: Storage, bytes: number): number {
  const unit = UNIT_BYTES[type] ?? 1
  return Math.ceil(bytes / unit) * unit
}

/** What the file of a guest's disk may be called: never a path. */
const FILE_NAME = /^[^/\s]+\.(?:raw|qcow2|vmdk|subvol)$/

/** Makes a volume and tells its identifier; the caller holds the storage's lock. */
export function allocate(sim: Simulator, storage: Storage, wish: AllocationWish): string {
  const { world } = sim
  const { node, vmid, format = 'raw' } = wish
  const isFiles = pathOf(storage) !== undefined
  const leaf = wish.name ?? freeName(sim, storage, wish)
  if (!isFiles && !leaf.startsWith(`vm-${vmid}-`) && !leaf.startsWith(`subvol-${vmid}-`)) {
    throw died(`illegal name '${leaf}' - should be 'vm-${vmid}-*'`)
  }
  if (isFiles && !FILE_NAME.test(leaf)) throw died(`unable to parse volume filename '${leaf}'`)
  const inFolder = isFiles ? `${vmid}/${leaf}` : leaf
  const name = wish.parent === undefined ? inFolder : `${wish.parent}/${inFolder}`
  requireFree(sim, storage, node, name)
  const sizeBytes = wholeUnits(storage, wish.sizeBytes)
  const usedBytes = wish.usedBytes ?? (isThin(storage, format) ? 0 : sizeBytes)
  if (usedBytes > usageOf(world, storage, node).avail) throw died('no space left on device')
  const volume: Volume = {
    storage: storage.storage,
    ...(isShared(storage) ? {} : { node }),
    name,
    content: 'images',
    format,
    sizeBytes,
    usedBytes,
    ctime: seconds(sim.clock),
    vmid,
    ...(wish.parent === undefined ? {} : { parent: `${storage.storage}:${wish.parent}` }),
    ...(wish.image === undefined ? {} : { image: wish.image }),
    ...(wish.installation === undefined ? {} : { installation: structuredClone(wish.installation) }),
  }
  world.volumes.push(volume)
  return `${storage.storage}:${name}`
}

function isThin(storage: Storage, format: string): boolean {
  return format === 'qcow2' || storage.type !== 'lvm'
}

function requireFree(sim: Simulator, storage: Storage, node: string, name: string): void {
  if (!volumesOn(sim.world, storage, node).some((volume) => volume.name === name)) return
  if (pathOf(storage) === undefined) throw died(`volume '${storage.storage}:${name}' already exists`)
  throw died(`disk image '${parseVolumeName(storage, name).path}' already exists`)
}

/** The lowest number that no volume of the guest has, whatever its format. */
function freeName(sim: Simulator, storage: Storage, { node, vmid, format = 'raw', prefix }: AllocationWish): string {
  const stem = prefix ?? `vm-${vmid}-disk`
  const suffix = pathOf(storage) === undefined ? '' : `.${format}`
  const taken = new Set(
    volumesOn(sim.world, storage, node)
      .filter((volume) => volume.vmid === vmid)
      .flatMap(
        (volume) => /(?:vm|base|subvol|basevol)-\d+-disk-(\d+)/.exec(volume.name.split('/').at(-1) ?? '')?.[1] ?? [],
      ),
  )
  let number = 0
  while (taken.has(String(number))) number++
  return `${stem}-${number}${suffix}`
}
