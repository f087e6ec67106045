import type { Node } from '../node.ts'
import { deviceName } from './device-name.ts'

/** A disk as the kernel shows it. */
export interface KernelDisk {
  /** The drive behind it, as the hypervisor names it. */
  readonly drive: string
  readonly name: string
  readonly devPath: string
  readonly size: number
  readonly model: string
  readonly serial: string
  readonly modalias: string
  readonly wwid: string
  readonly busPath: string
  readonly transport: string
  readonly isCdrom: boolean
  readonly isRotational: boolean
  readonly isSystem: boolean
}

/** The disks of a machine, as QEMU presents them. */
export function disksOf({ state }: Node): readonly KernelDisk[] {
  const { hardware, systemDrive } = state
  return hardware.disks.map(({ key, sizeBytes, isCdrom }) => {
    const name = deviceName(hardware, key)
    const isVirtio = key.startsWith('virtio')
    const number = Number(/\d+$/.exec(key)?.[0] ?? 0)
    return {
      drive: key,
      name,
      devPath: `/dev/${name}`,
      size: sizeBytes,
      model: isVirtio ? '' : isCdrom ? 'QEMU DVD-ROM' : 'QEMU HARDDISK',
      serial: isVirtio ? '' : `drive-${key}`,
      modalias: isVirtio ? 'virtio:d00000002v00001AF4' : isCdrom ? 'scsi:t-0x05' : 'scsi:t-0x00',
      wwid: isVirtio
        ? ''
        : `t10.ATA     QEMU ${isCdrom ? 'DVD-ROM' : 'HARDDISK'}                           drive-${key}`,
      busPath: isVirtio
        ? `/pci0000:00/0000:00:0${10 + number}.0/virtio${number}/`
        : `/pci0000:00/0000:00:05.0/virtio0/host0/target0:0:${number}/0:0:${number}:0/`,
      transport: isVirtio ? 'virtio' : isCdrom ? 'ata' : 'virtio',
      isCdrom,
      isRotational: !isVirtio && !isCdrom,
      isSystem: key === systemDrive,
    }
  })
}
