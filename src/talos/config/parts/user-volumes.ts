import { UserError } from '../../../user-error.ts'
import { compact, type Document, type Mapping } from '../../document/value.ts'
import { has } from '../contract.ts'
import { named } from '../document.ts'
import { type EncryptionKey, encryptionSection } from './encryption.ts'
import { inMachine, type Part } from './part.ts'

/** A volume on a disk of its own, mounted at `/var/mnt/<name>`. */
export interface UserVolume {
  readonly name: string
  /** The disk: its device (`/dev/sdb`), or an expression that picks it. */
  readonly disk: { readonly device: string } | { readonly match: string }
  readonly minSize?: string
  readonly maxSize?: string
  readonly grow?: boolean
  readonly filesystem?: 'xfs' | 'ext4'
  readonly encryption?: readonly EncryptionKey[]
}

const matchOf = (disk: UserVolume['disk']): string =>
  'match' in disk ? disk.match : `disk.dev_path == ${JSON.stringify(disk.device)}`

function volumeDocument(volume: UserVolume): Document {
  const { name, disk, minSize, maxSize, grow, filesystem, encryption } = volume
  const isSized = minSize !== undefined || maxSize !== undefined
  return named(
    'UserVolumeConfig',
    name,
    compact({
      // Talos wants one bound; with neither given the volume takes whatever the disk has.
      provisioning: compact({
        diskSelector: { match: matchOf(disk) },
        grow: grow ?? (isSized ? undefined : true),
        minSize: isSized ? minSize : '100MB',
        maxSize,
      }),
      filesystem: filesystem && { type: filesystem },
      encryption: encryption && encryptionSection(encryption),
    }),
  )
}

function legacyDisk({ name, disk, minSize, maxSize, filesystem, encryption }: UserVolume): Mapping {
  const isPlain = minSize === undefined && filesystem !== 'ext4' && encryption === undefined
  if ('match' in disk || !isPlain) {
    throw new UserError('talos-user-volume', `volume ${name} needs contract 1.10 or newer`, {
      hint: 'older ones know neither expressions for disks nor a least size, ext4 or encryption on extra disks',
    })
  }
  return { device: disk.device, partitions: [compact({ size: maxSize, mountpoint: `/var/mnt/${name}` })] }
}

/** Makes volumes on extra disks. */
export const userVolumes: Part<readonly UserVolume[]> = (volumes, contract) =>
  has(contract, 'userVolumeDocument') ? volumes.map(volumeDocument) : [inMachine({ disks: volumes.map(legacyDisk) })]
