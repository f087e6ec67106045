import type { Vm } from '../../../world/vm.ts'
import { has } from '../../auth/rights.ts'
import type { Call, Handlers } from '../../call.ts'
import { propertyParts } from '../../config/property-parts.ts'
import { includedGuests } from './included-guests.ts'
import { existingJob } from './jobs.ts'

const DISK = /^(?:(?:ide|sata|scsi|virtio)\d+|efidisk0|tpmstate0)$/
const MOUNT = /^(?:rootfs|mp\d+)$/

/** A disk of a guest, and whether backups have it. */
export interface BackupVolume {
  readonly key: string
  readonly volume: string
  readonly included: number
  readonly reason: string
}

/** The disks of a guest as backups see them. */
export function backupVolumes({ kind, config }: Vm): readonly BackupVolume[] {
  return Object.entries(config).flatMap(([key, text]) => {
    if (!(kind === 'qemu' ? DISK : MOUNT).test(key)) return []
    const volume = text.replace(/^(?:file|volume)=/, '').split(',')[0] ?? ''
    if (kind === 'qemu') {
      const { media, backup } = propertyParts('scsi', text)
      if (media === 'cdrom' || volume === 'none' || volume === 'cdrom') return []
      return [{ key, volume, ...ofDisk(key, config.bios, backup) }]
    }
    const isIncluded = key === 'rootfs' || /(?:^|,)backup=(?:1|on|yes|true)(?:,|$)/.test(text)
    return [
      {
        key,
        volume,
        included: Number(isIncluded),
        reason: key === 'rootfs' ? 'rootfs' : `backup=${isIncluded ? 'yes' : 'no'}`,
      },
    ]
  })
}

function ofDisk(key: string, bios: string | undefined, backup: string | number | undefined) {
  if (key.startsWith('efidisk') && bios !== 'ovmf') return { included: 0, reason: 'efidisk but no OVMF BIOS' }
  return { included: Number(backup ?? 1), reason: backup === undefined ? 'backup=yes' : 'backup=no' }
}

const nameOf = ({ kind, config }: Vm): string | undefined => (kind === 'qemu' ? config.name : config.hostname)

function includedVolumes({ sim, caller, params }: Call<{ id: string }>) {
  const { world } = sim
  const guests = includedGuests(world, existingJob(world, params.id))
  const children = guests
    .filter(({ vmid }) => has(world, caller.id, `/vms/${vmid}`, ['VM.Audit']))
    .map(({ vmid, vm }) => {
      if (vm === undefined) return { id: vmid, type: 'unknown', leaf: 1 }
      const volumes = backupVolumes(vm).map(({ key, volume, included, reason }) => {
        return { id: `${vmid}:${key}`, name: volume, included, reason, leaf: 1 }
      })
      const leaf = volumes.length === 0 ? 1 : 0
      return { id: vmid, type: vm.kind, name: nameOf(vm) ?? null, children: volumes, leaf }
    })
  return { children }
}

function notBackedUp({ sim, caller }: Call<object>) {
  const { world } = sim
  const jobs = Object.values(world.backupJobs)
  const included = new Set(jobs.flatMap((job) => includedGuests(world, job).map(({ vmid }) => vmid)))
  return world.vms
    .filter(({ vmid }) => !included.has(vmid) && has(world, caller.id, `/vms/${vmid}`, ['VM.Audit']))
    .map((vm) => {
      const name = nameOf(vm)
      return { vmid: vm.vmid, type: vm.kind, ...(name === undefined ? {} : { name }) }
    })
}

/** Which guests and disks the jobs have. */
export const backupCoverageHandlers: Handlers = {
  'GET /cluster/backup/{id}/included_volumes': includedVolumes,
  'GET /cluster/backup-info/not-backed-up': notBackedUp,
}
