import type { Asking, Job } from '../asking.ts'
import { allocateDisk } from './allocate-disk.ts'
import { findVolume, orFree } from './free-volume.ts'
import { transfer } from './transfer.ts'

const FIRMWARE = '/usr/share/pve-edk2-firmware/'

/** The size of the variables that a firmware keeps. */
export function efiVariablesBytes(arch: string | undefined, options: Readonly<Record<string, string>>): number {
  if (arch === 'aarch64') return 64 * 1024 ** 2
  return options.efitype === '4m' ? 528 * 1024 : 128 * 1024
}

/** Makes the disk of the firmware's variables, filled with their first state: as large as the storage makes them. */
export async function createEfiDisk(
  asking: Asking,
  job: Job,
  storage: string,
  wish: { readonly vmid: number; readonly format: string; readonly arch: string | undefined },
  options: Readonly<Record<string, string>>,
): Promise<{ readonly volid: string; readonly size: number }> {
  const size = efiVariablesBytes(wish.arch, options)
  const volid = await allocateDisk(asking, job, storage, { vmid: wish.vmid, format: wish.format, sizeBytes: size })
  await orFree(asking, volid, () => transfer(job, size))
  if (options['pre-enrolled-keys'] === '1') {
    const file = options.efitype === '4m' ? 'OVMF_VARS_4M.ms.fd' : 'OVMF_VARS.fd'
    job.log(`INFO: reading raw edk2 varstore from ${FIRMWARE}/${file}`)
    job.log('INFO: var store range: 0x64 -> 0x40000')
  }
  return { volid, size: findVolume(asking, volid)?.sizeBytes ?? size }
}
