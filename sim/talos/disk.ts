import type { Volume } from '../world/storage.ts'
import type { TalosImage } from '../world/talos-image.ts'
import type { World } from '../world/world.ts'
import type { Node } from './node.ts'

/** What Talos has written to a disk, beside itself. */
export interface Installation {
  /** What booted from it before the last upgrade. */
  previous?: TalosImage
  /** Values by key, which survive everything but a wipe of the whole disk. */
  meta: Record<string, string>
  /** The partition with the config; absent after a wipe of it. */
  state?: StatePartition
  /** The partition with data; absent after a wipe of it. */
  ephemeral?: EphemeralPartition
}

/** What the partition STATE holds. */
export interface StatePartition {
  config?: string
  nodeId: string
}

/** What the partition EPHEMERAL holds, as far as anybody asks. */
export interface EphemeralPartition {
  /** The member of etcd whose data are there; `broken` when a recovery failed half-way. */
  etcd?: { readonly cluster: string; readonly member: string } | 'broken'
  /** A snapshot that was uploaded for recovery, in base64. */
  snapshot?: string
  /** Installer images that were pulled. */
  images?: string[]
}

/** The volume behind a drive of a host's machine. */
export function volumeOf({ volumes }: World, host: string, volid: string): Volume | undefined {
  return volumes[placeOf(volumes, host, volid)]
}

/** The volume behind a machine's drive. */
export function driveVolume({ talos, state, live }: Node, drive: string): Volume | undefined {
  const { disks, node } = state.hardware
  const disk = disks.find(({ key }) => key === drive)
  if (disk === undefined) return undefined
  const { volumes } = talos.world
  const there = volumes[live.volumeAt.get(drive) ?? -1]
  if (there !== undefined && isVolume(there, node, disk.volume)) return there
  const place = placeOf(volumes, node, disk.volume)
  live.volumeAt.set(drive, place)
  return volumes[place]
}

const placeOf = (volumes: readonly Volume[], host: string, volid: string): number =>
  volumes.findIndex((one) => isVolume(one, host, volid))

/** Whether a volume is the one of this name that a host sees; compared piece by piece, since it is asked all the time. */
function isVolume({ storage, name, node }: Volume, host: string, volid: string): boolean {
  if (node !== undefined && node !== host) return false
  if (volid.length !== storage.length + 1 + name.length) return false
  return volid.endsWith(name) && volid.startsWith(storage) && volid[storage.length] === ':'
}

/** What Talos has written to the disk that it is installed on; nothing before that. */
export function systemDisk(node: Node): Installation | undefined {
  const { systemDrive } = node.state
  return systemDrive === undefined ? undefined : driveVolume(node, systemDrive)?.installation
}

/** The partition with data, made when it is first used. */
export function ephemeral(node: Node): EphemeralPartition {
  const disk = systemDisk(node)
  if (disk === undefined) return {}
  disk.ephemeral ??= {}
  return disk.ephemeral
}
