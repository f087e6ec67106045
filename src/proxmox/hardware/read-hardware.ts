import { MiB } from '../../units/size.ts'
import type { VmKeys } from '../observe/observed.ts'
import { tryParse } from '../property-string/try-parse.ts'
import type { Release } from '../tables/types.ts'
import { driveFormat, isCdrom, isCloudInit, mediumOf, readDrive } from './drive.ts'

/** What a VM consists of, by its configuration. */
export interface VmHardware {
  /** CPUs at start. */
  readonly cpus: number
  readonly memoryBytes: number
  /** Disks of the guest, neither CDs nor those of firmware and TPM. */
  readonly disks: readonly VmDisk[]
  readonly nics: readonly VmNic[]
  /** Volumes on storages, of every kind: what a removal would free and an image must not be removed under. */
  readonly volumes: readonly string[]
  readonly cloudInit: string | undefined
}

/** A disk of a VM. */
export interface VmDisk {
  readonly key: string
  readonly volid: string
  readonly storage: string
  readonly sizeBytes: number | undefined
}

/** A NIC of a VM. */
export interface VmNic {
  readonly key: string
  /** In upper case. */
  readonly mac: string | undefined
  readonly bridge: string | undefined
  readonly vlan: number | undefined
}

/** Reads the hardware out of a configuration; what Proxmox fills in where a key is absent is filled in. */
export function readHardware(config: VmKeys, release: Release = '9'): VmHardware {
  const drives = Object.keys(config)
    .filter((key) => driveFormat(key) !== undefined)
    .sort()
    .flatMap((key) => {
      const drive = readDrive(key, config[key] ?? '', release)
      return drive === undefined ? [] : [{ key, drive, medium: mediumOf(drive) }]
    })
  const volumes = drives.flatMap(({ medium }) => (medium.kind === 'volume' ? [medium.volid] : []))
  return {
    cpus: Number(config.vcpus ?? Number(config.sockets ?? 1) * Number(config.cores ?? 1)),
    memoryBytes: memoryOf(config.memory, release) * MiB,
    disks: drives.flatMap(({ key, drive, medium }) => {
      if (medium.kind !== 'volume' || isCdrom(drive) || /^(?:efidisk|tpmstate)/.test(key)) return []
      return [{ key, volid: medium.volid, storage: medium.storage, sizeBytes: drive.sizeBytes }]
    }),
    nics: Object.keys(config)
      .sort()
      .flatMap((key) => (/^net\d+$/.test(key) ? [nicOf(key, config[key] ?? '', release)] : [])),
    volumes,
    cloudInit: drives.find(({ drive }) => isCloudInit(drive))?.key,
  }
}

const DEFAULT_MEMORY = 512

function memoryOf(text: string | undefined, release: Release): number {
  const current = text === undefined ? undefined : tryParse('memory', text, release)?.current
  return typeof current === 'number' ? current : DEFAULT_MEMORY
}

function nicOf(key: string, text: string, release: Release): VmNic {
  const { macaddr, bridge, tag } = tryParse('net', text, release) ?? {}
  return {
    key,
    mac: typeof macaddr === 'string' ? macaddr.toUpperCase() : undefined,
    bridge: typeof bridge === 'string' ? bridge : undefined,
    vlan: typeof tag === 'number' ? tag : undefined,
  }
}
